import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Database } from '../database/database.ts';
import { fromJson, jsonRows, type JsonText, toJson } from '../database/json.ts';
import type { TicketsTable } from '../database/tables.ts';
import { Activity } from './activity.ts';

export interface Ticket {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly state: 'open' | 'closed';
  readonly author: string;
  readonly assignee: string | null;
  readonly labels: string[];
  readonly watchers: string[];
  readonly time: string;
}

export interface Filter {
  readonly state?: Ticket['state'] | undefined;
  readonly assignee?: string | undefined;
  readonly label?: string | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface TicketIds {
  readonly workspace: string;
  readonly ticket: string;
}

type Changes = { [Key in 'title' | 'text' | 'state' | 'assignee']?: Ticket[Key] | undefined };

/** The tickets of workspaces: no method returns or changes those of another workspace. */
export class Tickets {
  static readonly inject = [Database, Activity] as const;
  readonly #database: Database;
  readonly #activity: Activity;

  constructor(database: Database, activity: Activity) {
    this.#database = database;
    this.#activity = activity;
  }

  async list(workspace: string, filter: Filter): Promise<{ items: Ticket[]; total: number }> {
    const { state, assignee, label, search, limit, offset } = filter;
    let all = this.#tickets().where('workspace', '=', workspace);
    if (state !== undefined) all = all.where('state', '=', state);
    if (assignee !== undefined) all = all.where('assignee', '=', assignee);
    if (search !== undefined) {
      all = all.where(sql<boolean>`lower(title) like ${patternFor(search)} escape '\\'`);
    }
    if (label !== undefined) {
      all = all.where((eb) =>
        eb('tickets.id', 'in', eb.selectFrom('labels').select('ticket').where('name', '=', label)),
      );
    }
    const { total } = await all
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await all.orderBy('time').limit(limit).offset(offset).execute();
    return { items: rows.map(ticketOf), total };
  }

  async find({ workspace, ticket }: TicketIds): Promise<Ticket | undefined> {
    const row = await this.#tickets()
      .where((eb) => eb.and({ id: ticket, workspace }))
      .executeTakeFirst();
    return row && ticketOf(row);
  }

  async add(
    workspace: string,
    author: string,
    { title, text }: Pick<Ticket, 'title' | 'text'>,
  ): Promise<Ticket> {
    const row = {
      id: randomUUID(),
      workspace,
      title,
      text,
      state: 'open',
      author,
      assignee: null,
      time: this.#activity.now(),
    } as const;
    await this.#database.insertInto('tickets').values(row).execute();
    await this.#activity.add(workspace, author, 'created', { ticket: row.id });
    return ticketOf({ ...row, labels: toJson([]), watchers: toJson([]) });
  }

  async update(ids: TicketIds, user: string, changes: Changes): Promise<Ticket | undefined> {
    if (Object.values(changes).every((value) => value === undefined)) return this.find(ids);
    const { numUpdatedRows } = await this.#database
      .updateTable('tickets')
      .set(changes)
      .where((eb) => eb.and({ id: ids.ticket, workspace: ids.workspace }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await this.#activity.add(ids.workspace, user, 'updated', { ticket: ids.ticket });
    return this.find(ids);
  }

  async delete({ workspace, ticket }: TicketIds): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('tickets')
      .where((eb) => eb.and({ id: ticket, workspace }))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async label(ticket: string, name: string): Promise<void> {
    await this.#database
      .insertInto('labels')
      .values({ ticket, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async unlabel(ticket: string, name: string): Promise<void> {
    await this.#database
      .deleteFrom('labels')
      .where((eb) => eb.and({ ticket, name }))
      .execute();
  }

  async watch(ticket: string, user: string): Promise<void> {
    await this.#database
      .insertInto('watchers')
      .values({ ticket, user })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async unwatch(ticket: string, user: string): Promise<void> {
    await this.#database
      .deleteFrom('watchers')
      .where((eb) => eb.and({ ticket, user }))
      .execute();
  }

  #tickets() {
    return this.#database
      .selectFrom('tickets')
      .selectAll()
      .select((eb) => [
        jsonRows(
          this.#database,
          eb.selectFrom('labels').select('name').whereRef('labels.ticket', '=', 'tickets.id').orderBy('name'),
        ).as('labels'),
        jsonRows(
          this.#database,
          eb.selectFrom('watchers').select('user').whereRef('watchers.ticket', '=', 'tickets.id'),
        ).as('watchers'),
      ]);
  }
}

interface TicketRow extends TicketsTable {
  readonly labels: JsonText<{ name: string }[]>;
  readonly watchers: JsonText<{ user: string }[]>;
}

function ticketOf({ id, title, text, state, author, assignee, time, labels, watchers }: TicketRow): Ticket {
  return {
    id,
    title,
    text,
    state,
    author,
    assignee,
    labels: fromJson(labels).map(({ name }) => name),
    watchers: fromJson(watchers).map(({ user }) => user),
    time: new Date(time).toISOString(),
  };
}

/** A pattern for LIKE that finds a string in any letter case; "%" and "_" are literal. */
function patternFor(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
}
