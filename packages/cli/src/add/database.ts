import type { Change } from '../generate/engine/change.ts';
import type { Generator } from '../generate/engine/generator.ts';
import { requirePackages } from '../generate/engine/installation.ts';
import { render } from '../generate/engine/render.ts';
import { addingOf, runnerOf } from '#command-line/package-manager';
import { addScript } from '../edit/manifest-edit.ts';
import { createOnce, valuesFor } from './middleware-addition.ts';

const MIGRATE_COMMAND = 'tsx --conditions=development src/database/command.ts migrate';
/** The files created in `src/database`, and their templates. */
const DATABASE_SOURCES: Readonly<Record<string, string>> = {
  'database.ts': 'database.ts',
  'dialect.ts': 'dialect.ts',
  'sqlite.ts': 'sqlite.ts',
  'stored-text.ts': 'stored-text.ts',
  'tables.ts': 'tables.ts',
  'migrations/0001-create-notes.ts': 'create-notes.ts',
  'migrations/index.ts': 'migrations.ts',
  'migrate.ts': 'migrate.ts',
  'seeds.ts': 'seeds.ts',
  'json.ts': 'json.ts',
  'command.ts': 'command.ts',
  'notes.ts': 'notes.ts',
};

/** A database with Kysely: SQLite in a file, or Postgres. */
export const database: Generator = {
  kind: 'database',
  summary: 'Database with Kysely: SQLite or Postgres, with migrations and a repository',
  questions: [],
  examples: ['database'],
  rejection: ({ target }) =>
    target === 'node'
      ? undefined
      : '"database" needs libsql, which runs on Node only, and this project has another target',

  async plan(project, answers, change) {
    const values = {
      ...valuesFor(project, 'database', answers),
      run: runnerOf(project),
      install: addingOf(project.packageManager),
    };
    requirePackages(change, { kysely: '^0.28.18', libsql: '^0.5.29' });
    addMigrateScript(change);
    await createOnce(change, 'config/autoload/database.global.ts', 'add/database/global.ts', values);
    await createOnce(change, 'config/autoload/database.test.ts', 'add/database/test-config.ts', values);
    for (const [path, template] of Object.entries(DATABASE_SOURCES)) {
      change.create(`src/database/${path}`, await render(`add/database/${template}`, values));
    }
    await createOnce(change, 'test/database.test.ts', 'add/database/test.ts', values);
    return { services: ['Database', 'Notes'] };
  },
};

function addMigrateScript(change: Change): void {
  const snippet = `"migrate": "${MIGRATE_COMMAND}"`;
  change.edit('package.json', '{}\n', (text) => addScript(text, 'migrate', MIGRATE_COMMAND), snippet);
}
