import { randomUUID } from 'node:crypto';
import { Database } from '../database/database.ts';
import { fromJson, toJson } from '../database/json.ts';

export interface Entry {
  readonly user: string;
  readonly action: string;
  readonly details: Readonly<Record<string, string>>;
  readonly time: string;
}

/** The activity of workspaces. */
export class Activity {
  static readonly inject = [Database] as const;
  readonly #database: Database;
  #last = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The time in milliseconds, later than the last one, so that entries have an order. */
  now(): number {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return this.#last;
  }

  async add(workspace: string, user: string, action: string, details: Entry['details']): Promise<void> {
    await this.#database
      .insertInto('activity')
      .values({ id: randomUUID(), workspace, user, action, details: toJson(details), time: this.now() })
      .execute();
  }

  /** The latest entries first. */
  async list(
    workspace: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: Entry[]; total: number }> {
    const all = this.#database.selectFrom('activity').where('workspace', '=', workspace);
    const { total } = await all
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await all.selectAll().orderBy('time', 'desc').limit(limit).offset(offset).execute();
    const items = rows.map(({ user, action, details, time }) => ({
      user,
      action,
      details: fromJson(details),
      time: new Date(time).toISOString(),
    }));
    return { items, total };
  }
}
