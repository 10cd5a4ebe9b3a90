import { randomUUID } from 'node:crypto';
import { Database } from '../database/database.ts';

export interface Workspace {
  readonly id: string;
  readonly name: string;
}

export class Workspaces {
  static readonly inject = [Database] as const;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The workspaces that a user is a member of. */
  of(user: string): Promise<Workspace[]> {
    return this.#database
      .selectFrom('workspaces')
      .innerJoin('members', 'members.workspace', 'workspaces.id')
      .select(['workspaces.id', 'workspaces.name'])
      .where('members.user', '=', user)
      .orderBy('workspaces.name')
      .execute();
  }

  find(id: string): Promise<Workspace | undefined> {
    return this.#database
      .selectFrom('workspaces')
      .select(['id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async add(name: string, user: string): Promise<Workspace> {
    const workspace = { id: randomUUID(), name };
    await this.#database.transaction().execute(async (transaction) => {
      await transaction.insertInto('workspaces').values(workspace).execute();
      await transaction.insertInto('members').values({ workspace: workspace.id, user }).execute();
    });
    return workspace;
  }

  async addMember(workspace: string, user: string): Promise<void> {
    await this.#database
      .insertInto('members')
      .values({ workspace, user })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async hasMember(workspace: string, user: string): Promise<boolean> {
    const found = await this.#database
      .selectFrom('members')
      .select('user')
      .where((eb) => eb.and({ workspace, user }))
      .executeTakeFirst();
    return found !== undefined;
  }
}
