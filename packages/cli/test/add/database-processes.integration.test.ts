// Processes that start together open, create and migrate one database.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { withPostgres } from '../../../../test/support/postgres.ts';
import { fromSource } from '../../../../test/support/server.ts';
import { database } from '../../src/add/database.ts';
import { resource } from '../../src/generate/kinds/resource.ts';
import type { Project } from '../../src/project/project.ts';
import { emptyProject, generate } from '../generate/kinds/generated-resources.ts';

const PROCESSES = 6;
const ROUNDS = 4;

/** Opens the database of each message as an app does, and replies with its content. */
const PROGRAM = `
import { Database } from './src/database/database.ts';
import { migrate } from './src/database/migrate.ts';

process.on('message', async ({ url, id }) => {
  try {
    const database = new Database({ database: { url, migrate: true } });
    await database.insertInto('notes').values({ id, text: 'started' }).execute();
    const again = await migrate(database);
    const rows = await database.selectFrom('seeds').selectAll().execute();
    await database.destroy();
    process.send({ again, rows: rows.length });
  } catch (error) {
    process.send(error.stack);
  }
});
process.send('ready');
`;

/** A migration with its own transaction, which adds a row each time it runs. */
const SEEDS = `
export const createSeeds = {
  async up(database) {
    await database.schema.createTable('seeds').addColumn('id', 'integer').execute();
    const seed = (transaction) => transaction.insertInto('seeds').values({ id: 1 }).execute();
    await (database.isTransaction ? seed(database) : database.transaction().execute(seed));
  },
};
`;

async function projectWithDatabase(): Promise<Project> {
  const project = await emptyProject('b');
  await generate(project, database, {});
  await generate(project, resource, { name: 'post', fields: 'title:string' });
  await writeFile(
    join(project.root, 'src/database/migrations/0002-create-posts.ts'),
    SEEDS.replace('createSeeds', 'createPosts'),
  );
  await writeFile(join(project.root, 'start.ts'), PROGRAM);
  return project;
}

/** Starts processes, and gives each of them the same database, several times: only one process migrates it. */
async function expectOneMigration(
  urlOf: (project: Project, round: number) => Promise<string>,
): Promise<void> {
  const project = await projectWithDatabase();
  const processes = Array.from({ length: PROCESSES }, () =>
    fork('start.ts', { cwd: project.root, execArgv: [...fromSource] }),
  );
  onTestFinished(async () => {
    await Promise.all(processes.map((each) => (each.kill(), each.exitCode ?? once(each, 'exit'))));
  });
  await Promise.all(processes.map(reply));
  for (let round = 0; round < ROUNDS; round++) {
    const url = await urlOf(project, round);
    const replies = Promise.all(processes.map(reply));
    for (const [id, each] of processes.entries()) each.send({ url, id: String(id) });
    expect(await replies).toEqual(processes.map(() => ({ again: [], rows: 1 })));
  }
}

async function reply(process: ChildProcess): Promise<unknown> {
  const [message] = await once(process, 'message');
  return message;
}

test(
  'processes that start together create and migrate a file of SQLite once',
  { tags: ['full'], timeout: 300_000 },
  () => expectOneMigration(async ({ root }, round) => `sqlite:${join(root, `data/${round}.sqlite`)}`),
);

withPostgres((url) => {
  test('processes that start together migrate PostgreSQL once', { tags: ['full'], timeout: 300_000 }, () =>
    expectOneMigration(async (_, round) => {
      const pool = new Pool({ connectionString: url() });
      await pool.query(`create database round_${round}`);
      await pool.end();
      return url().replace(/\w+$/, `round_${round}`);
    }),
  );
});
