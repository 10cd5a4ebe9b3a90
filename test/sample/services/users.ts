import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { Database } from '../database/database.ts';

export interface User {
  readonly id: string;
  readonly name: string;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

export class Users {
  static readonly inject = [Database] as const;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns undefined when the name is taken */
  async add({ name, password }: Credentials): Promise<User | undefined> {
    const salt = randomBytes(16);
    const user = { id: randomUUID(), name };
    const row = { ...user, password: `${salt.toString('hex')}:${hashed(password, salt).toString('hex')}` };
    const added = await this.#database
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added && user;
  }

  /** @returns undefined when name or password is wrong */
  async signIn({ name, password }: Credentials): Promise<User | undefined> {
    const row = await this.#database
      .selectFrom('users')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst();
    const [salt = '', hash = ''] = (row?.password ?? ':').split(':').map((text) => Buffer.from(text, 'hex'));
    const given = hashed(password, Buffer.from(salt));
    const isRight = hash.length === given.length && timingSafeEqual(Buffer.from(hash), given);
    return row !== undefined && isRight ? { id: row.id, name } : undefined;
  }

  find(key: 'id' | 'name', value: string): Promise<User | undefined> {
    return this.#database
      .selectFrom('users')
      .select(['id', 'name'])
      .where(key, '=', value)
      .executeTakeFirst();
  }
}

function hashed(password: string, salt: Buffer): Buffer {
  return scryptSync(password, salt, 32);
}
