/** @module-tag full */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withRedis } from '../../packages/middleware/test/redis-server.ts';
import { fw } from '../support/commands.ts';
import { withPostgres } from '../support/postgres.ts';
import { fromSource, startServer } from '../support/server.ts';
import { callFw } from './call-fw.ts';
import { createProjects, treeOf } from './created-projects.ts';

let folder: string;

const PROJECTS = {
  'a-config': ['--variant', 'a'],
  'a-programmatic': ['--variant', 'a', '--form', 'programmatic'],
  'a-hybrid': ['--variant', 'a', '--form', 'hybrid'],
  'b-config': ['--variant', 'b'],
  'b-programmatic': ['--variant', 'b', '--form', 'programmatic'],
  'b-hybrid': ['--variant', 'b', '--form', 'hybrid'],
  redis: ['--variant', 'b'],
  postgres: ['--variant', 'a'],
  worker: ['--variant', 'b', '--target', 'workers'],
} as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-jobs-'));
  await createProjects(folder, PROJECTS);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const projectAt = (name: string): string => join(folder, name);
const bin = (program: string): string => join(folder, 'node_modules', '.bin', program);
const run = async (name: string, ...args: string[]): Promise<string> => {
  const { exitCode, stdout, stderr } = await callFw(projectAt(name), args);
  expect(exitCode, stdout + stderr).toBe(0);
  return stdout;
};

/** Adds jobs, a job, and a route that enqueues it. */
async function withJobs(name: string, store: 'sqlite' | 'postgres' | 'redis'): Promise<void> {
  const printed = await run(name, 'add', 'jobs', '--store', store, '--no-install', '--yes');
  expect(printed).toContain({ redis: 'REDIS_URL', postgres: 'DATABASE_URL', sqlite: 'fw db migrate' }[store]);
  await run(name, 'generate', 'job', 'send-welcome', '--payload', 'email:string', '--no-install', '--yes');
}

/** A route inside a feature, in each layout. */
async function addRoute(name: string, variant: 'a' | 'b', alias: string): Promise<void> {
  const handler = `inject([Jobs], (jobs) => async () => new TextResponse(await jobs.enqueue(SendWelcome, { email: 'ada@example.org' })))`;
  await writeFile(
    join(projectAt(name), 'config/autoload/users.global.ts'),
    `import { Jobs } from 'fw-jobs';
import { defineConfig, inject, route, TextResponse } from 'fw-runtime/${variant}';
import { SendWelcome } from '${alias}/job/send-welcome';

export default defineConfig({ routes: [route('POST', '/users', ${handler}, { name: 'user.create' })] });
`,
  );
}

describe.each([
  ['a-config', 'zod'],
  ['a-programmatic', 'valibot'],
  ['a-hybrid', 'arktype'],
  ['b-config', 'arktype'],
  ['b-programmatic', 'valibot'],
  ['b-hybrid', 'zod'],
])('fw add jobs in a project: %s', (name, schema) => {
  test('adds jobs, whose tests pass and which fw check accepts; fw undo restores the project byte for byte', async () => {
    const before = await treeOf(projectAt(name));
    await withJobs(name, 'sqlite');
    await run(name, 'generate', 'service', '--class', 'Clock', '--feature', 'stats');
    const payload = ['--payload', 'days:number[],since:date?', '--schema', schema, '--no-install'];
    const services = ['--services', 'Clock,config', '--feature', 'stats'];
    await run(name, 'generate', 'job', 'count-users', ...payload, ...services);
    await run(name, 'generate', 'job', 'tick');
    await run(name, 'generate', 'command', 'report', '--services', 'Jobs');
    const read = (path: string): Promise<string> => readFile(join(projectAt(name), path), 'utf8');
    expect(await read('src/command/report.ts')).toMatch(
      /import \{ Jobs \} from 'fw-jobs';[^]*handle\(\[Jobs\], /,
    );
    expect(await read('.fw/types/services.d.ts')).toContain("Jobs: import('fw-jobs').Jobs;");
    const type = await execa(bin('tsc'), { cwd: projectAt(name), reject: false, all: true });
    expect(type.all).toBe('');
    const tests = await execa(bin('vitest'), ['run'], { cwd: projectAt(name), reject: false, all: true });
    expect(tests.exitCode, stripVTControlCharacters(tests.all)).toBe(0);
    expect(await run(name, 'check')).toContain('No errors');

    for (let count = 0; count < 6; count++) await run(name, 'undo');
    await rm(join(projectAt(name), 'data/site.sqlite'), { force: true });
    expect(await treeOf(projectAt(name))).toEqual(before);
  });
});

test('on Workers it is rejected with a sentence', async () => {
  const { exitCode, stderr } = await callFw(projectAt('worker'), ['add', 'jobs', '--yes']);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('"jobs" needs processes that keep running'),
  ]);
});

test('a job needs fw add jobs first', async () => {
  const { exitCode, stderr } = await callFw(projectAt('redis'), ['generate', 'job', 'tick', '--yes']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('which node fw add jobs creates')]);
});

/** The app enqueues, `fw run jobs` runs, and `fw jobs` manages. */
function works(
  name: 'b-config' | 'redis' | 'postgres',
  store: 'sqlite' | 'postgres' | 'redis',
  environment: () => Readonly<Record<string, string>>,
): void {
  test(`the app enqueues, another process runs, and fw jobs lists, retries and discards: ${store}`, async () => {
    const cwd = projectAt(name);
    const variant = name === 'postgres' ? 'a' : 'b';
    await withJobs(name, store);
    await addRoute(name, variant, variant === 'a' ? '#application' : '#app');
    const env = { ...environment(), JOBS_WORKERS: 'false', NODE_ENV: 'development' };
    const call = (...args: string[]) => execa(process.execPath, [fw, ...args], { cwd, env, reject: false });
    if (store !== 'redis') expect((await call('db', 'migrate')).stdout).toContain('create-jobs');
    const server = await startServer(process.execPath, [...fromSource, 'public/index.ts'], {
      cwd,
      env: { ...env, PORT: '0' },
    });
    onTestFinished(async () => void (await server.stop()));
    const response = await fetch(`${server.url}/users`, { method: 'POST' });
    const id = await response.text();
    expect(JSON.parse((await call('jobs', 'list', '--state', 'waiting', '--json')).stdout)).toMatchObject([
      { id, name: 'send-welcome', payload: { email: 'ada@example.org' } },
    ]);

    const worker = execa(process.execPath, [fw, 'run', 'jobs'], { cwd, env, reject: false, all: true });
    let printed = '';
    worker.all.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await vi.waitFor(() => expect(printed).toContain(`Job send-welcome ${id}`), { timeout: 20_000 });
    worker.kill('SIGTERM');
    expect((await worker).exitCode).toBe(0);
    expect((await call('jobs', 'list', '--state', 'waiting', '--json')).stdout).toBe('[]');
    expect(await call('jobs', 'retry', '--id', id)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(id) as string,
    });
    expect(await call('jobs', 'discard')).toMatchObject({
      exitCode: 2,
      stderr: 'Pass either --id or --all.',
    });
    expect(await call('jobs', 'discard', '--all')).toMatchObject({ exitCode: 0, stdout: '{ discarded: 0 }' });

    expect(
      await call('add', 'jobs', '--store', store === 'redis' ? 'sqlite' : 'redis', '--yes'),
    ).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`config/autoload/jobs.global.ts has the store "${store}"`) as string,
    });

    if (store === 'sqlite') return;
    await run(name, 'add', 'docker', '--yes');
    const compose = await readFile(join(cwd, 'compose.yaml'), 'utf8');
    for (const part of ['site-1:', 'site-2:', 'worker:', 'haproxy.cfg', `'dist/bin/command.js', 'jobs'`]) {
      expect(compose).toContain(part);
    }
  });
}

works('b-config', 'sqlite', () => ({}));
withRedis((url) => works('redis', 'redis', () => ({ REDIS_URL: url() })));
withPostgres((url) => {
  works('postgres', 'postgres', () => ({ DATABASE_URL: url() }));
});
