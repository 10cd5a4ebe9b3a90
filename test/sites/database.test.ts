/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fw } from '../support/commands.ts';
import { withPostgres } from '../support/postgres.ts';
import { createProjects } from './created-projects.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-database-'));
  await createProjects(folder, {
    'a-programmatic': ['--variant', 'a', '--form', 'programmatic'],
    'b-config': ['--variant', 'b'],
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const fields =
  'title:string, draft:boolean?, score:number, tags:string[], kind:news|essay?, author:{name:string, mail:email?}, views:integer';
const replies = '/posts/{post}/comments/{comment}/replies';

/** The commands in their order, with one of the schema libraries. */
function stepsWith(schema: string): string[][] {
  return [
    ['add', 'database', '--no-install'],
    ['generate', 'resource', 'post', '--fields', fields, '--schema', schema, '--no-install'],
    ['generate', 'resource', 'comment', '--path', '/posts/{post}/comments', '--fields', 'text:string'],
    ['generate', 'resource', 'reply', '--path', replies, '--fields', 'text:string'],
    ['generate', 'migration', 'add-state-to-posts', '--fields', 'state:draft|published, meta:{a:string?}'],
    ['generate', 'migration', 'index-titles'],
    ['generate', 'migration', 'create-tags', '--fields', 'name:string, used:boolean'],
  ].map((step) => [...step, '--yes']);
}

const migrations = [
  '0001-create-notes',
  '0002-create-posts',
  '0003-create-comments',
  '0004-create-replies',
  '0005-add-state-to-posts',
  '0006-index-titles',
  '0007-create-tags',
];

/** Reads comments with their posts in one query, among them text that looks like JSON. */
const jsonTest = (alias: string): string => `import { expect, test } from 'vitest';
import { createContainer } from '../config/container.ts';
import { Database } from '${alias}/database/database';
import { fromJson, jsonRows } from '${alias}/database/json';
import { Comments } from '${alias}/comments/comments';
import { Posts } from '${alias}/posts/posts';

test('the comments of each post are read in one query', async () => {
  const container = createContainer();
  const database = container.get(Database);
  const author = { name: '{"not": "JSON"}' };
  const fields = { title: '[1]', score: 1.5, tags: ['{}', 'b'], author, views: 3_000_000_000 };
  const post = await container.get(Posts).create(fields);
  for (const text of ['{', '{"a":1}']) await container.get(Comments).create({ post: post.id }, { text });
  const [row] = await database
    .selectFrom('posts')
    .select((eb) => [
      'title',
      'tags',
      'views',
      jsonRows(
        database,
        eb.selectFrom('comments').select('text').whereRef('comments.post', '=', 'posts.id').orderBy('text'),
      ).as('comments'),
    ])
    .execute();
  if (row === undefined) throw new Error('There is no post.');
  const tags: string[] = fromJson(row.tags);
  const comments: { text: string }[] = fromJson(row.comments);

  expect({ ...row, tags, comments }).toEqual({
    title: '[1]',
    tags: ['{}', 'b'],
    views: 3_000_000_000,
    comments: [{ text: '{' }, { text: '{"a":1}' }],
  });
  expect(await container.get(Posts).find(post.id)).toEqual({ id: post.id, ...fields });
  await container.dispose();
});
`;

describe.each([
  ['a-programmatic', 'arktype'],
  ['b-config', 'zod'],
])('a project with a database: %s, %s', (name, schema) => {
  const steps = stepsWith(schema);
  let project: string;
  const fwIn = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> => {
    // NODE_ENV is the one of the test runner, for which a project has a separate database.
    const { all } = await execa(process.execPath, [fw, ...args], {
      cwd: project,
      env: { NODE_ENV: undefined, VITEST: undefined, ...env },
      all: true,
      stdin: 'ignore',
    });
    return stripVTControlCharacters(all);
  };
  const bin = async (
    program: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<string> => {
    const { all } = await execa(join(folder, 'node_modules', '.bin', program), args, {
      cwd: project,
      env: { NODE_ENV: undefined, ...env },
      all: true,
      reject: false,
    });
    return stripVTControlCharacters(all);
  };

  beforeAll(async () => {
    project = join(folder, name);
    for (const step of steps) await fwIn(step);
    await writeFile(
      join(project, 'test/json-rows.test.ts'),
      jsonTest(name.startsWith('a') ? '#application' : '#app'),
    );
  });

  test('type-checks, and the same commands again change nothing', async () => {
    expect(await bin('tsc', [])).toBe('');
    for (const step of steps.slice(1)) {
      expect(await fwIn(step)).toBe('Nothing to do: everything exists already.');
    }
  });

  test('passes its tests with SQLite in memory', async () => {
    expect(await bin('vitest', ['run'])).toMatch(/Test Files {2}8 passed \(8\)/);
  });

  test('migrates, rolls back, resets and seeds a SQLite file, also after a build', async () => {
    const lastOf = (text: string): string | undefined => text.split('\n').at(-1);
    expect(lastOf(await fwIn(['check']))).toBe(
      `Note: 7 migrations have not run yet: ${migrations.join(', ')}. Run node fw db migrate.`,
    );
    expect(await fwIn(['db', 'status'])).toBe(migrations.map((each) => `pending  ${each}`).join('\n'));
    expect(await fwIn(['db', 'migrate'])).toBe(`Migrated: ${migrations.join(', ')}`);
    expect(await fwIn(['db', 'migrate'])).toBe('Nothing to migrate.');
    expect(await fwIn(['db', 'rollback'])).toBe('Rolled back: 0007-create-tags');
    expect(lastOf(await fwIn(['check']))).toBe(
      'Note: 1 migration has not run yet: 0007-create-tags. Run node fw db migrate.',
    );
    expect(JSON.parse(await fwIn(['check', '--json']))).toMatchObject({
      ok: true,
      notes: ['1 migration has not run yet: 0007-create-tags. Run node fw db migrate.'],
    });
    expect(await fwIn(['db', 'seed'])).toBe('Seeded.');
    expect(await fwIn(['db', 'reset'])).toBe(`Reset: ${migrations.join(', ')}, and the seeds`);
    expect(lastOf(await fwIn(['check']))).toMatch(/^No errors/);
    await expect(fwIn(['db', 'reset'], { NODE_ENV: 'production' })).rejects.toThrow(
      'reset deletes all data, so it is disabled in production.',
    );

    const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
      scripts: { build: string };
    };
    await execa('sh', ['-c', scripts.build], {
      cwd: project,
      env: { NODE_ENV: undefined, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}` },
    });
    const { stdout } = await execa(process.execPath, ['dist/src/database/command.js', 'status'], {
      cwd: project,
      env: { NODE_ENV: undefined },
    });
    expect(stdout).toMatch(/^\S+Z {2}0001-create-notes\n/);
  });

  test('reports an error of a command, and an unreachable database', async () => {
    await expect(fwIn(['db', 'migrat'])).rejects.toThrow('did you mean migrate?');
    await expect(fwIn(['db'])).rejects.toThrow(
      'fw db needs a command: migrate, rollback, status, seed, reset.',
    );
    const checked = await fwIn(['check'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(checked).toMatch(/No errors.*\nNote: Pending migrations are unknown: .*ECONNREFUSED/);
  });

  withPostgres((url) => {
    test('does the same with PostgreSQL', async () => {
      const env = { DATABASE_URL: url() };
      expect(await fwIn(['db', 'migrate'], env)).toBe(`Migrated: ${migrations.join(', ')}`);
      expect(await fwIn(['db', 'rollback'], env)).toBe('Rolled back: 0007-create-tags');
      expect(await fwIn(['db', 'reset'], env)).toBe(`Reset: ${migrations.join(', ')}, and the seeds`);
      const tested = { TEST_DATABASE_URL: url() };
      for (let run = 0; run < 2; run++) {
        expect(await bin('vitest', ['run'], tested)).toMatch(/Test Files {2}8 passed \(8\)/);
      }
    });
  });
});
