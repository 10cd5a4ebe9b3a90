import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import installRuntimes from '../runtimes/installation.ts';
import { fromSource, startServer } from '../support/server.ts';
import { type Registry, startRegistry } from './registry.ts';
import { type Ended, Managers, managers } from './site-managers.ts';

let folder: string;
let registry: Registry;
let all: Managers;

beforeAll(async () => {
  await installRuntimes();
  folder = await mkdtemp(join(tmpdir(), 'fw-package-managers-'));
  await mkdir(join(folder, 'home'));
  registry = await startRegistry(folder);
  all = new Managers(join(folder, 'home'), registry);
  await all.prepare();
});

afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

const flags = ['--variant', 'a', '--form', 'hybrid', '--router', 'rou3', '--no-git'];

describe.each(managers(fromSource))('a site by $title, for $target', (manager) => {
  const { name, lock, create, run, start, target } = manager;
  const site = (): string => join(folder, manager.title, 'my-site');
  const typed = async (...args: readonly string[]): Promise<Ended> => {
    const ended = await all.through(manager, args, site());
    expect(ended.exitCode, ended.all).toBe(0);
    return ended;
  };
  const serve = (command: readonly string[]): ReturnType<typeof startServer> => {
    const [program = '', ...args] = command;
    const env = { ...all.env, HOST: '127.0.0.1', PORT: '0' };
    return startServer(program, args, { cwd: site(), env });
  };

  test('is laid down and installed, without a -- before the flags', { timeout: 300_000 }, async (context) => {
    const absent = await all.absent(manager);
    // Said aloud in the results, rather than a failure, where it cannot be had.
    if (absent !== undefined) context.skip(absent);
    const cwd = join(folder, manager.title);
    await mkdir(cwd);
    const on = target === 'node' ? [] : ['--target', target];
    const created = await all.through(manager, [...create, 'my-site', ...flags, ...on], cwd);
    expect(created.exitCode, created.all).toBe(0);
    expect(created.all).toContain(`Installed with ${name} in `);
    expect(created.all).toContain(`  cd my-site\n  ${name} ${run} dev\n`);
    expect(await readdir(site())).toEqual(expect.arrayContaining([lock, 'node_modules']));
  });

  test('type-checks, passes its tests and serves', async (context) => {
    if (!(await isThere(site()))) context.skip(`${manager.title} is not there`);
    await typed(run, 'typecheck');
    const tested = await typed(run, 'test');
    expect(stripVTControlCharacters(tested.all)).toMatch(/Tests\s+5 passed \(5\)/);
    const server = await serve(start);
    try {
      expect(await (await fetch(server.url)).text()).toBe('Hello, world!\n');
      expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  test.runIf(target !== 'node')('is worked on where it runs', async (context) => {
    if (!(await isThere(site()))) context.skip(`${manager.title} is not there`);
    const made = await typed(run, 'generate', 'route', '--path', '/about', '--yes');
    expect(made.all).toMatch(`To take it back: ${name} ${run} fw undo`);
    // What only this runtime has.
    const handler = join(site(), 'src', 'action', 'about.ts');
    const source = await readFile(handler, 'utf8');
    const seen = source.replace(/new TextResponse\(.*?\)/, `new TextResponse(${label[target]})`);
    expect(seen).not.toBe(source);
    await writeFile(handler, seen);
    expect((await typed(run, 'fw', 'routes')).all).toContain('/about');
    expect((await typed(run, 'fw', 'check')).all).toContain('No faults: 4 routes.');
    await typed(run, 'typecheck');

    const server = await serve([name, run, 'dev']);
    try {
      expect(await (await fetch(`${server.url}/about`)).text()).toMatch(/^\d+\.\d+\.\d+/);
      const isServed = server.printed('is served');
      await writeFile(handler, source);
      await isServed;
      expect(await (await fetch(`${server.url}/about`)).text()).not.toMatch(/^\d+\.\d+\.\d+/);
      const isTold = server.printed('src/action/about.ts:');
      await writeFile(handler, `${source}}\n`);
      await isTold;
      expect((await fetch(`${server.url}/about`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

/** The version of the runtime, as only it tells it. */
const label = { node: '', bun: 'Bun.version', deno: 'Deno.version.deno' };

async function isThere(site: string): Promise<boolean> {
  return (await readFile(join(site, 'package.json'), 'utf8').catch(() => undefined)) !== undefined;
}

test('npm create fw-app without -- takes the flags for what they were meant', async () => {
  const cwd = join(folder, 'npm');
  await mkdir(cwd);
  const given = ['--variant', 'a', '--form=programmatic', '--router', 'rou3', '--no-install', '--no-git'];
  const create = ['create', '--yes', 'fw-app', 'my-site', ...given];
  const { stdout } = await execa('npm', create, { cwd, env: registry.env, stdin: 'ignore' });
  expect(stdout).toContain('Made my-site, a site of variant A, form programmatic, router rou3: ');
  const files = await readdir(join(cwd, 'my-site'));
  expect(files).not.toContain('node_modules');
  // So that pnpm installs it as well.
  expect(files).toContain('pnpm-workspace.yaml');

  const dry = ['create', '--yes', 'fw-app', 'another', '--variant', 'b', '--dry-run', '--json'];
  const shown = await execa('npm', dry, { cwd, env: registry.env, stdin: 'ignore' });
  expect(JSON.parse(shown.stdout)).toMatchObject({ written: false, plan: { variant: 'b' } });
  expect(await readdir(cwd)).toEqual(['my-site']);
});
