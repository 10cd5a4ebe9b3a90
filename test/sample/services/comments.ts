import { randomUUID } from 'node:crypto';
import { Database } from '../database/database.ts';
import { Activity } from './activity.ts';

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly time: string;
}

export class Comments {
  static readonly inject = [Database, Activity] as const;
  readonly #database: Database;
  readonly #activity: Activity;

  constructor(database: Database, activity: Activity) {
    this.#database = database;
    this.#activity = activity;
  }

  async list(ticket: string): Promise<Comment[]> {
    const rows = await this.#database
      .selectFrom('comments')
      .select(['id', 'author', 'text', 'time'])
      .where('ticket', '=', ticket)
      .orderBy('time')
      .execute();
    return rows.map((row) => ({ ...row, time: new Date(row.time).toISOString() }));
  }

  async add(
    { workspace, ticket }: { readonly workspace: string; readonly ticket: string },
    author: string,
    text: string,
  ): Promise<Comment> {
    const comment = { id: randomUUID(), author, text, time: this.#activity.now() };
    await this.#database
      .insertInto('comments')
      .values({ ...comment, ticket })
      .execute();
    await this.#activity.add(workspace, author, 'commented', { ticket, comment: comment.id });
    return { ...comment, time: new Date(comment.time).toISOString() };
  }
}
