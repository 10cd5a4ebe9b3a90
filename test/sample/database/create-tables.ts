import type { Kysely } from 'kysely';

/** Creates all tables, unless they exist. */
export async function createTables<Tables>({ schema }: Kysely<Tables>): Promise<void> {
  const create = (name: string) => schema.createTable(name).ifNotExists();
  await create('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('password', 'text', (column) => column.notNull())
    .execute();
  await create('workspaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await create('members')
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('members_key', ['workspace', 'user'])
    .execute();
  await create('tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('assignee', 'text', (column) => column.references('users.id'))
    .addColumn('time', 'bigint', (column) => column.notNull())
    .execute();
  await create('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ticket', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('author', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .execute();
  await create('labels')
    .addColumn('ticket', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('labels_key', ['ticket', 'name'])
    .execute();
  await create('watchers')
    .addColumn('ticket', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('watchers_key', ['ticket', 'user'])
    .execute();
  await create('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('user', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .execute();
}
