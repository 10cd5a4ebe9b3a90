import { UsageError } from '#command-line/errors';
import type { Answers } from '#command-line/flag';
import { EXAMPLE_FIELDS } from '../contract/contract-questions.ts';
import { fieldsIn, validateFields } from '../contract/fields.ts';
import { columnOf, ID_COLUMN, OWN_COLUMNS } from '../resource/columns.ts';
import { createMigration, migrationNamed, MIGRATIONS_FOLDER } from '../resource/migration-file.ts';
import { addTable, hasDatabase, tableName, TABLES_FILE, tablesIn } from '../resource/tables.ts';
import type { Generator } from '../engine/generator.ts';
import { validateFileName } from '../engine/names.ts';
import { fwCommand } from '../../project/typed-command.ts';

export const migration: Generator = {
  kind: 'migration',
  summary: 'Generate a database migration: a table, columns, or an empty migration',
  rejection: (project) =>
    hasDatabase(project)
      ? undefined
      : `"migration" needs a database, which ${fwCommand()} add database creates`,
  questions: [
    {
      name: 'name',
      positional: true,
      placeholder: '<name>',
      message: 'Name, as in create-posts or add-state-to-posts',
      help: 'the name of the migration, as in create-posts or add-state-to-posts',
      validate: validateFileName,
    },
    {
      name: 'fields',
      placeholder: '<fields>',
      message: 'Columns, as in title:string (none: leave empty)',
      help: `the columns to add, as in '${EXAMPLE_FIELDS}'; none for an empty migration`,
      separator: ',',
      initial: () => '',
      validate: rejectFields,
    },
    {
      name: 'table',
      placeholder: '<table>',
      message: 'Table, which is created if it does not exist',
      help: 'the table, created if it does not exist; by default the one in the name, as in create-posts',
      initial: ({ name = '' }) => tableIn(name),
      when: ({ fields = '' }) => fields.trim() !== '',
      validate: (table) =>
        /^[a-z][a-z0-9_]*$/.test(table)
          ? undefined
          : `"${table}" is not the name of a table: use small letters, digits and "_", a letter first.`,
    },
  ],
  examples: [
    "migration create-tags --fields 'name:string, count:integer'",
    "migration add-state-to-posts --fields 'state:draft|published'",
    'migration index-titles',
  ],

  async plan(project, answers, change) {
    const { name = '' } = answers;
    const fields = fieldsIn(answers['fields']);
    if (fields.length === 0) {
      return { notes: await createMigration(project, change, name, {}) };
    }
    const table = tableOf(answers);
    const same = migrationNamed(project, name);
    const text = same === undefined ? '' : (change.read(`${MIGRATIONS_FOLDER}/${same}.ts`) ?? '');
    const isThere = tablesIn(change.read(TABLES_FILE) ?? '').has(table);
    const creates = !isThere || text.includes(`.createTable('${table}')`);
    const columns = fields.map((field) => columnOf(field, !creates));
    const all = creates ? [ID_COLUMN, ...columns] : columns;
    const notes = await createMigration(project, change, name, {
      table,
      creates,
      added: all.map(({ added }) => added),
      names: all.map((column) => column.name),
    });
    addTable(change, table, all, []);
    return { notes };
  },
};

function rejectFields(answer: string): string | undefined {
  const own = fieldsIn(answer).find(({ name }) => OWN_COLUMNS.includes(name));
  return validateFields(answer) ?? (own && `"${own.name}" is a column that every table has: leave it out.`);
}

/** The table in a name such as `create-posts` or `add-state-to-posts`; an empty string when it names none. */
function tableIn(name: string): string {
  return tableName(/^create-(.+)$/.exec(name)?.[1] ?? /-(?:to|in)-(.+)$/.exec(name)?.[1] ?? '');
}

function tableOf({ name = '', table = tableIn(name) }: Answers): string {
  if (table !== '') return table;
  throw new UsageError('--table is missing: pass the table that gets the columns, as in --table posts.');
}
