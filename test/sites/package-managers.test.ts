/** @module-tag full */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromSource, type SiteServer, startServer } from '../support/server.ts';
import type { Installation } from './installation.ts';
import { installation } from './laid-down.ts';
import { debugInProduction, expectNoDevTools } from './production.ts';
import { type Manager, Managers, managers } from './site-managers.ts';

let folder: string;
let registry: Installation['registry'];
let all: Managers;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-package-managers-'));
  await mkdir(join(folder, 'home'));
  ({ registry } = await installation());
  all = new Managers(join(folder, 'home'), registry);
  await all.prepare();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const startOnNode = [process.execPath, ...fromSource, 'public/index.ts'];
const flags = ['--variant', 'a', '--form', 'hybrid', '--router', 'rou3', '--no-git'];

/** Those that need a way of their own to the program that makes the types of a client. */
const makesClient = new Set(['pnpm 12', 'Deno']);

// At a time, because they wait for the network more than they work. So each may take as long as all.
describe.concurrent('a site is laid down, installed, tried and served', () => {
  test.for(managers)('by $title', { timeout: 1_200_000 }, async (manager, context) => {
    const absent = await all.absent(manager);
    // Said aloud in the results, rather than a failure, where it cannot be had.
    if (absent !== undefined) context.skip(absent);
    const { name, lock, create, run, target } = manager;
    const cwd = join(folder, manager.title);
    const site = join(cwd, 'my-site');
    await mkdir(cwd);
    const on = target === 'node' ? [] : ['--target', target];
    // Without a -- before the flags.
    const created = await all.through(manager, [...create, 'my-site', ...flags, ...on], cwd);
    expect(created.exitCode, created.all).toBe(0);
    expect(created.all).toContain(`Installed with ${name} in `);
    expect(created.all).toContain(`  cd my-site\n  ${name} ${run} dev\n`);
    expect(await readdir(site)).toEqual(expect.arrayContaining([lock, 'node_modules']));

    await callsFw(manager, site);
    if (manager.tries) await trySite(manager, site);
    const server = await serve(site, target === 'node' ? startOnNode : await startOf(site));
    try {
      expect(await (await fetch(server.url)).text()).toBe('Hello, world!\n');
      expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    if (makesClient.has(manager.title)) await makeClient(manager, site);
    if (manager.title === 'pnpm 12') await tryInProduction(manager, site);
    if (target !== 'node') await workOn(manager, site, versions[target]);
  });
});

// Node 20 and 22 come with npm 10, which fails for some ranges of vitest; later ones report install scripts.
test.for(['npm@10', 'npm@11'])('%s installs a project without a warning', async (npm) => {
  const cwd = await mkdtemp(join(folder, 'npm-'));
  const inFolder = { cwd, env: registry, all: true } as const;
  await execa(
    'npm',
    ['create', '--yes', 'fw-app', 'my-site', '--', '--yes', '--no-install', '--no-git'],
    inFolder,
  );
  const { all: printed } = await execa('npx', ['--yes', npm, 'install'], {
    ...inFolder,
    cwd: join(cwd, 'my-site'),
  });
  expect(printed).toMatch(/added \d+ packages/);
  expect(printed).not.toMatch(/warn/i);
});

/** The types of a client are made by a program that cannot be installed in a site, whose TypeScript is too new for it. */
async function makeClient(manager: Manager, site: string): Promise<void> {
  const response = { description: 'It is gone.' };
  const path = { delete: { operationId: 'posts.delete', responses: { 204: response } } };
  const api = { openapi: '3.1.0', info: { title: 'Posts', version: '1.0.0' }, paths: { '/posts': path } };
  await writeFile(join(site, 'openapi.json'), JSON.stringify(api));
  const made = ['client', '--input', 'openapi.json', '--output', 'src/client.ts'];
  const said = await through(manager, site, manager.run, 'fw', ...made);
  expect(said).toContain(`Running openapi-typescript with ${manager.name} …`);
  expect(await readFile(join(site, 'src', 'client.ts'), 'utf8')).toMatch(
    /"\/posts": {[^]*"posts\.delete": {/,
  );
  await Promise.all(['openapi.json', 'src/client.ts'].map((name) => rm(join(site, name))));
}

/** The command is `node fw` in the root, and a script in a folder below it. */
async function callsFw(manager: Manager, site: string): Promise<void> {
  const shown = /GET +\/ping +ping +Ping /;
  if (manager.target === 'node') {
    const { stdout } = await execa('node', ['fw', 'routes'], { cwd: site });
    expect(stdout).toMatch(shown);
  }
  const below = await all.through(manager, [manager.run, 'fw', 'routes'], join(site, 'src'));
  expect(below.exitCode, below.all).toBe(0);
  expect(below.all).toMatch(shown);
}

async function trySite(manager: Manager, site: string): Promise<void> {
  await through(manager, site, manager.run, 'typecheck');
  const tested = await through(manager, site, manager.run, 'test');
  expect(stripVTControlCharacters(tested)).toMatch(/Tests\s+6 passed \(6\)/);
}

/** The production install of pnpm, whose node_modules has another layout than that of npm. */
async function tryInProduction(manager: Manager, site: string): Promise<void> {
  const withoutDebug = await debugInProduction(site);
  await through(manager, site, 'run', 'build');
  await withoutDebug();
  await rm(join(site, 'node_modules'), { recursive: true });
  await through(manager, site, 'install', '--prod', '--frozen-lockfile');
  await expectNoDevTools(site, all.env);
}

/** What the script `start` types: by itself, because what runs scripts hands the signal on, and a second one would end it at once. */
async function startOf(site: string): Promise<string[]> {
  const read = (file: string): Promise<string> => readFile(join(site, file), 'utf8');
  const { tasks } = JSON.parse(await read('deno.json').catch(() => '{}')) as { tasks?: { start: string } };
  const { scripts } = JSON.parse(await read('package.json')) as { scripts?: { start: string } };
  return (tasks ?? scripts)?.start.split(' ') ?? [];
}

/** What only this runtime has. */
const versions = { bun: 'Bun.version', deno: 'Deno.version.deno' };

/** Adds a route to a site on its own runtime, and changes it while it is served. */
async function workOn(manager: Manager, site: string, version: string): Promise<void> {
  const { name, run } = manager;
  const made = await through(manager, site, run, 'generate', 'route', '--path', '/about', '--yes');
  expect(made).toMatch(`To undo it: ${name} ${run} fw undo`);
  const handler = join(site, 'src', 'action', 'about.ts');
  const source = await readFile(handler, 'utf8');
  const telling = source.replace(/new TextResponse\(.*?\)/, `new TextResponse(${version})`);
  expect(telling).not.toBe(source);
  await writeFile(handler, telling);
  expect(await through(manager, site, run, 'fw', 'check')).toContain('No errors: 4 routes.');
  await through(manager, site, run, 'typecheck');

  const server = await serve(site, [name, run, 'dev']);
  const about = async (): Promise<string> => (await fetch(`${server.url}/about`)).text();
  try {
    expect(await about()).toMatch(/^\d+\.\d+\.\d+/);
    const isServed = server.printed('src/action/about.ts changed, reloaded in');
    await writeFile(handler, source);
    await isServed;
    const text = await about();
    expect(text).not.toMatch(/^\d/);
    await inspect(server);
    const isTold = server.printed('  src/action/about.ts:');
    await writeFile(handler, `${source}}\n`);
    await isTold;
    expect(await about()).toBe(text);
  } finally {
    await server.stop();
  }
}

/** The inspector and the error page show a request to a developer, who has the token, and to nobody else. */
async function inspect({ url, output }: SiteServer): Promise<void> {
  const token = /_fw\?token=([\w-]{32})/.exec(output())?.[1] ?? '';
  const show = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { accept: 'text/html', ...headers } });
  const developer = { 'x-fw-token': token };

  expect((await show('/about', developer)).status).toBe(200);
  const requests = await show('/_fw/api/requests', developer);
  expect(requests.status, output()).toBe(200);
  expect(await requests.json()).toContainEqual(
    expect.objectContaining({ method: 'GET', url: expect.stringMatching(/\/about$/), status: 200 }),
  );
  expect((await show('/_fw/api/requests', {})).status).toBe(404);
  expect(await (await show('/nothing', developer)).text()).toContain('/_fw/');
  expect(await (await show('/nothing', {})).text()).not.toContain('/_fw/');
}

async function through(manager: Manager, site: string, ...args: readonly string[]): Promise<string> {
  const ended = await all.through(manager, args, site);
  expect(ended.exitCode, ended.all).toBe(0);
  return ended.all;
}

function serve(cwd: string, [program = '', ...args]: readonly string[]): ReturnType<typeof startServer> {
  return startServer(program, args, { cwd, env: { ...all.env, HOST: '127.0.0.1', PORT: '0' } });
}

test('npm create fw-app without -- takes the flags for what they were meant', async () => {
  const cwd = join(folder, 'npm');
  await mkdir(cwd);
  const given = ['--variant', 'a', '--form=programmatic', '--router', 'rou3', '--no-install', '--no-git'];
  const create = ['create', '--yes', 'fw-app', 'my-site', ...given];
  const { stdout } = await execa('npm', create, { cwd, env: registry, stdin: 'ignore' });
  expect(stdout).toContain('Created my-site, a project with variant A, layout programmatic, router rou3: ');
  const files = await readdir(join(cwd, 'my-site'));
  expect(files).not.toContain('node_modules');
  // So that pnpm installs it as well.
  expect(files).toContain('pnpm-workspace.yaml');

  const dry = ['create', '--yes', 'fw-app', 'another', '--variant', 'b', '--dry-run', '--json'];
  const shown = await execa('npm', dry, { cwd, env: registry, stdin: 'ignore' });
  expect(JSON.parse(shown.stdout)).toMatchObject({ written: false, plan: { variant: 'b' } });
  expect(await readdir(cwd)).toEqual(['my-site']);
});
