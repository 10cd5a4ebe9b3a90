// Pages for users of other frameworks: the other framework's program responds to the page's requests as the Fw program does.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { expectExchange } from '../support/exchange.ts';
import { exchangeOf, type Fence, fencesOf, pageNames, readPage, typeOf } from '../support/pages.ts';
import { type AppServer, startServer } from '../support/server.ts';

const full = { tags: ['full'] };

/** `npm run bench` installs the packages of other frameworks. */
const installed = 'tools/bench/node_modules';

const NEST = ['@nestjs/core', '@nestjs/platform-fastify', 'reflect-metadata', 'rxjs', 'zod'];

const FRAMEWORKS = [
  { page: 'coming-from/express.md', packages: ['express'] },
  { page: 'coming-from/fastify.md', packages: ['fastify'] },
  { page: 'coming-from/nestjs.md', packages: NEST },
  { page: 'coming-from/hono.md', packages: ['hono', '@hono/node-server', '@hono/zod-validator', 'zod'] },
];

/** Programs listen on a port that is written in them. This module replaces it with a free port, and prints the address. */
const FREE_PORT = `import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (...options) {
  this.once('listening', () => console.log('Listening on http://127.0.0.1:' + this.address().port));
  const callback = options.find((option) => typeof option === 'function');
  return listen.call(this, { host: '127.0.0.1', port: 0 }, callback);
};
`;

const DECORATORS = {
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable', 'dom'],
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

for (const { page, packages } of FRAMEWORKS.filter((framework) => pageNames.includes(framework.page))) {
  const missing = packages.filter((name) => !isInstalled(name));
  const fences = fencesOf(readPage(page));
  const theirs = fences.find(({ info }) => info === 'js' || info === 'typescript');

  test(`both programs of ${page} respond alike`, full, async (context) => {
    context.skip(missing.length > 0, `Run "npm ci" in bench/ for ${missing.join(', ')}.`);
    const exchanges = exchangesOfFirstProgram(fences);
    expect(exchanges).not.toEqual([]);
    const server = await serve(theirs);

    for (const fence of exchanges) {
      await expectExchange(server.url, exchangeOf(fence), `docs/${page}:${fence.line}`);
    }
  });
}

const MIGRATIONS = [
  {
    page: 'coming-from/fastify.md',
    packages: ['fastify'],
    moved: ['A new list'],
    closed: 'Fastify is closed.',
  },
  {
    page: 'coming-from/nestjs.md',
    packages: NEST,
    moved: [{ id: 1, title: 'Hello' }],
    closed: 'NestJS is closed.',
  },
];

for (const { page, packages, moved, closed } of MIGRATIONS.filter((each) => pageNames.includes(each.page))) {
  test(`the migration of ${page} serves both apps, and closes both`, full, async (context) => {
    const missing = packages.filter((name) => !isInstalled(name));
    context.skip(missing.length > 0, `Run "npm ci" in bench/ for ${missing.join(', ')}.`);
    const [, migration] = fencesOf(readPage(page)).filter(
      ({ info }) => info === 'js' || info === 'typescript',
    );
    const server = await serve(migration);
    const contentOf = async (path: string): Promise<unknown> => (await fetch(server.url + path)).json();

    expect(await contentOf('/posts')).toEqual(moved);
    expect(await contentOf('/orders')).toEqual(['An old order']);
    expect(await contentOf('/nothing')).toMatchObject({ error: 'Not Found', statusCode: 404 });
    expect((await fetch(`${server.url}/posts`, { method: 'PUT' })).status).toBe(404);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain(closed);
  });
}

function isInstalled(name: string): boolean {
  return existsSync(join(installed, name)) || existsSync(join('node_modules', name));
}

/** The exchanges between the first program in Fw and the next one. */
function exchangesOfFirstProgram(fences: readonly Fence[]): readonly Fence[] {
  const programs = fences.filter((fence) => fence.info === 'ts' && typeOf(fence) === 'program');
  const [first, second] = programs.map((program) => fences.indexOf(program));
  const file = fences.findIndex((fence) => fence.info === 'ts' && typeOf(fence) !== 'program');
  const end = Math.min(second ?? fences.length, file === -1 ? fences.length : file);
  return fences.slice(first, end).filter(({ info }) => info === 'http');
}

/** Starts a program of another framework. The server stops when the test ends. */
async function serve(fence: Fence | undefined): Promise<AppServer> {
  await mkdir('dist', { recursive: true });
  const folder = await mkdtemp(join(process.cwd(), 'dist', 'fw-coming-from-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (existsSync(installed)) await symlink(join(process.cwd(), installed), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'free-port.js'), FREE_PORT);
  await writeFile(join(folder, `main.${fence?.info === 'typescript' ? 'ts' : 'js'}`), fence?.code ?? '');
  if (fence?.info === 'typescript') {
    const tsconfig = { compilerOptions: DECORATORS, include: ['main.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await execa(join('node_modules', '.bin', 'tsc'), ['-p', folder]);
  }
  const server = await startServer(process.execPath, ['--import', './free-port.js', 'main.js'], {
    cwd: folder,
    env: {},
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
}
