import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { type Registry, startRegistry } from './registry.ts';

let folder: string;
let registry: Registry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-package-managers-'));
  await mkdir(join(folder, 'home'));
  registry = await startRegistry(folder);
});

afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly exitCode: number | undefined;
  /** Everything that was printed. */
  readonly all: string;
}

/** Runs a package manager that npx fetches, with a home of its own for what it keeps and makes. */
async function through(spec: string, args: readonly string[], cwd: string): Promise<Ended> {
  const home = join(folder, 'home');
  const own = {
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    // What yarn 1 asks for packages, and where it puts the program that "create" runs: else beside Node's own.
    yarn_registry: registry.env['npm_config_registry'],
    npm_config_prefix: home,
  };
  const env = { ...registry.env, ...own, CI: 'true' };
  const { exitCode, all } = await execa('npx', ['--yes', spec, ...args], {
    cwd,
    env,
    stdin: 'ignore',
    all: true,
    reject: false,
  });
  return { exitCode, all };
}

describe.each([
  { name: 'pnpm', spec: 'pnpm@10', lock: 'pnpm-lock.yaml' },
  // Fails for an install script of which it is not told whether it may run.
  { name: 'pnpm', spec: 'pnpm@12', lock: 'pnpm-lock.yaml' },
  { name: 'yarn', spec: 'yarn@1', lock: 'yarn.lock' },
])('$spec create fw-app', ({ name, spec, lock }) => {
  const site = (): string => join(folder, spec, 'my-site');

  test(
    'lays down a site and installs it, without a -- before the flags',
    { timeout: 300_000 },
    async (context) => {
      const found = await execa('npm', ['view', spec, 'name'], {
        cwd: folder,
        env: registry.env,
        reject: false,
      });
      // Said aloud in the results, rather than a failure, where the registry does not have it.
      if (found.failed) context.skip(`${spec} is not in the registry`);
      await mkdir(join(folder, spec));
      const flags = ['--variant', 'a', '--form', 'hybrid', '--router', 'rou3', '--no-git'];
      const created = await through(spec, ['create', 'fw-app', 'my-site', ...flags], join(folder, spec));
      expect(created.exitCode, created.all).toBe(0);
      expect(created.all).toContain(`Installed with ${name} in `);
      expect(created.all).toContain(`  cd my-site\n  ${name} run dev\n`);
      expect(await readdir(site())).toEqual(expect.arrayContaining([lock, 'node_modules']));
    },
  );

  test('gives a site that type-checks, passes its tests and serves', async (context) => {
    const manifest = await readFile(join(site(), 'package.json'), 'utf8').catch(() => undefined);
    if (manifest === undefined) context.skip(`${spec} is not in the registry`);
    const checked = await through(spec, ['run', 'typecheck'], site());
    expect(checked.exitCode, checked.all).toBe(0);
    const tested = await through(spec, ['run', 'test'], site());
    expect(stripVTControlCharacters(tested.all)).toMatch(/Tests\s+5 passed \(5\)/);
    const args = ['--conditions=development', '--import', 'tsx', 'public/index.ts'];
    const server = await startServer(process.execPath, args, {
      cwd: site(),
      env: { HOST: '127.0.0.1', PORT: '0' },
    });
    try {
      expect(await (await fetch(server.url)).text()).toBe('Hello, world!\n');
    } finally {
      await server.stop();
    }
  });
});

test('npm create fw-app without -- takes the flags for what they were meant', async () => {
  const cwd = join(folder, 'npm');
  await mkdir(cwd);
  const flags = ['--variant', 'a', '--form=programmatic', '--router', 'rou3', '--no-install', '--no-git'];
  const create = ['create', '--yes', 'fw-app', 'my-site', ...flags];
  const { stdout } = await execa('npm', create, { cwd, env: registry.env, stdin: 'ignore' });
  expect(stdout).toContain('Made my-site, a site of variant A, form programmatic, router rou3: ');
  expect(await readdir(join(cwd, 'my-site'))).not.toContain('node_modules');

  const dry = ['create', '--yes', 'fw-app', 'another', '--variant', 'b', '--dry-run', '--json'];
  const shown = await execa('npm', dry, { cwd, env: registry.env, stdin: 'ignore' });
  expect(JSON.parse(shown.stdout)).toMatchObject({ written: false, plan: { variant: 'b' } });
  expect(await readdir(cwd)).toEqual(['my-site']);
});
