/** @module-tag full */

import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromSource, type AppServer, startServer } from '../support/server.ts';
import { fw } from '../support/commands.ts';
import { createProjects, restoreTree, treeOf } from './created-projects.ts';

const anywhere = { HOST: '127.0.0.1', PORT: '0' };
let folder: string;
let cwd: string;
let before: Map<string, string>;

const write = (path: string, text: string): Promise<void> => writeFile(join(cwd, path), text);
const build = async (): Promise<number | undefined> =>
  (await execa('npm', ['run', 'build'], { cwd, reject: false })).exitCode;
const serve = (script: string, env: Record<string, string>): Promise<AppServer> =>
  startServer('npm', ['run', script], { cwd, env });

// In a folder with a "#" in its name, to find unescaped paths in URLs.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-scripts-'));
  const flags = ['--variant', 'a', '--form', 'hybrid'];
  // Vite, which runs the tests of a project, does not work in such a folder.
  await createProjects(folder, { 'site #1': flags, tested: flags });
  cwd = join(folder, 'site #1');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  before = await treeOf(cwd);
});

afterEach(() => restoreTree(cwd, before));

describe('npm run build', () => {
  test('compiles code and configuration, but no tests, no local settings and nothing of an earlier build', async () => {
    await mkdir(join(cwd, 'dist/config/autoload'), { recursive: true });
    await write('dist/config/autoload/development.local.js', 'export default { debug: true };');
    await write('config/autoload/local.ts', 'export default { debug: true };');
    await write('config/autoload/x.local.json', '{ "debug": true }');
    await write('config/autoload/x.global.json', '{ "x": 1 }');
    await write('config/autoload/y.global.js', 'export default { y: 1 };');
    await write('src/action/ping.test.ts', 'export {};');
    await write('config/autoload/z.test.ts', 'export default { z: 1 };');
    await write('config/autoload/z.test.json', '{ "z": 1 }');
    expect(await build()).toBe(0);
    const files = await readdir(join(cwd, 'dist'), { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile() && !file.name.endsWith('.map'))
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'config.js',
      'container.js',
      'dependencies.global.js',
      'environment.js',
      'hello-world.js',
      'index.js',
      'ping.js',
      'pipeline.global.js',
      'post.js',
      'providers.js',
      'routes.global.js',
      'server.global.js',
      'x.global.json',
      'y.global.js',
    ]);
  });

  test('emits nothing when it fails, and keeps the last build', async () => {
    await mkdir(join(cwd, 'dist'));
    await write('dist/last.js', '');
    await write('src/action/ping.ts', 'export const ping: number = "no number";');
    expect(await build()).not.toBe(0);
    expect(await readdir(join(cwd, 'dist'))).toEqual(['last.js']);
  });
});

describe('npm start', () => {
  test('reveals no internals of an error, even if the project shows them in development', async () => {
    const handler = 'src/action/hello-world.ts';
    const source = await readFile(join(cwd, handler), 'utf8');
    await write(
      handler,
      source.replace('return new', "if (Date.now() > 0) throw new Error('a secret');\n    return new"),
    );
    expect(await readFile(join(cwd, 'config/autoload/development.local.ts'), 'utf8')).toMatch('debug: true');
    expect(await build()).toBe(0);
    const server = await serve('start', { ...anywhere, NODE_ENV: 'production' });
    try {
      for (const accept of ['text/html', 'application/json', 'text/plain']) {
        const response = await fetch(server.url, { headers: { accept } });
        expect(response.status).toBe(500);
        expect(await response.text()).not.toMatch(/secret|hello-world|node_modules|at process/i);
      }
    } finally {
      await server.stop();
    }
  });

  test('reads local settings that are put beside the built ones', async () => {
    expect(await build()).toBe(0);
    const settings = { server: { host: '127.0.0.1', port: 0 } };
    await write('dist/config/autoload/production.local.json', JSON.stringify(settings));
    const server = await serve('start', {});
    try {
      expect(new URL(server.url).port).not.toBe('8080');
      expect(await (await fetch(server.url)).text()).toBe('Hello, world!\n');
    } finally {
      await server.stop();
    }
  });
});

describe('npm test', () => {
  test('has a fresh application for each test, with other services and settings', async () => {
    const project = join(folder, 'tested');
    await writeFile(
      join(project, 'test/fakes.test.ts'),
      `import { TextResponse } from 'fw-runtime/b';
       import { fake } from 'fw-runtime/testing';
       import { expect, test } from 'vitest';
       import { Ping } from '#application/action/ping';
       import { createTestApp } from './app.ts';

       declare module 'fw-runtime' {
         interface Services { two: number }
       }

       test('a fake', async () => {
         const app = createTestApp({
           fakes: [fake(Ping, { process: () => new TextResponse('fake') })],
           config: { dependencies: { services: { two: 2 } }, routes: [{ path: '/two', middleware: Ping }] },
         });
         expect(await (await app.request('/two')).text()).toBe('fake');
         expect(app.getContainer().get('two')).toBe(2);
         const other = createTestApp();
         expect(await (await other.request('/')).text()).toBe('Hello, world!\\n');
         expect((await other.request('/two')).status).toBe(404);
       });\n`,
    );
    const { all, exitCode } = await execa('npm', ['test'], { cwd: project, reject: false, all: true });
    expect(exitCode, all).toBe(0);
    expect(all).toMatch('fakes.test.ts');
    const types = await execa('npm', ['run', 'typecheck'], { cwd: project, reject: false, all: true });
    expect(types.exitCode, types.all).toBe(0);
  });
});

describe('.env', () => {
  test.each(['dev', 'start'])('is read by npm run %s; the environment takes precedence', async (script) => {
    if (script === 'start') await build();
    await write('.env', 'HOST=127.0.0.2\nPORT=none\n');
    const server = await serve(script, { PORT: '0' });
    try {
      expect(server.output()).toMatch('Listening on http://127.0.0.2:');
      expect(server.output()).not.toMatch(/warning/i);
    } finally {
      await server.stop();
    }
  });
});

describe('from any folder, the imports of the entry see .env and the folder of the project as the current folder', () => {
  test.each([
    ['as it is developed', fromSource, 'public/index.ts'],
    ['as it was built', [], 'dist/public/index.js'],
  ])('%s', async (_, flags, entry) => {
    const post = 'src/action/post.ts';
    const source = await readFile(join(cwd, post), 'utf8');
    await write(post, `${source}\nconsole.log('Here is', process.env['SECRET'], 'in', process.cwd());\n`);
    await write('.env', 'SECRET=coffee\n');
    expect(await build()).toBe(0);
    const server = await startServer(process.execPath, [...flags, join(cwd, entry)], {
      cwd: folder,
      env: anywhere,
    });
    try {
      expect(server.output()).toMatch(/^Here is coffee in .*site #1$/m);
      expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});

describe('npm run dev', () => {
  test('restarts once after a generation, and once without the route after its undo', async () => {
    const server = await serve('dev', anywhere);
    const restarted = async (act: () => Promise<unknown>): Promise<void> => {
      const isServed = server.printed('reloaded in');
      await act();
      await isServed;
    };
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(server.url + path, { headers: { connection: 'close' } })).status;
    const run = (...args: string[]): Promise<unknown> => execa(process.execPath, [fw, ...args], { cwd });
    try {
      await restarted(() => run('generate', 'route', '--path', '/about'));
      expect(await statusOf('/about')).toBe(200);
      // A second restart for the same generation would come before the one for the undo.
      const handler = 'src/action/ping.ts';
      const source = await readFile(join(cwd, handler), 'utf8');
      await restarted(() => write(handler, `${source}\n`));
      const starts = server
        .output()
        .split('\n')
        .filter((line) => line.includes('reloaded in'));
      expect(starts, server.output()).toHaveLength(2);

      await restarted(() => run('undo'));
      expect(await statusOf('/about')).toBe(404);
    } finally {
      await server.stop();
    }
  });
});
