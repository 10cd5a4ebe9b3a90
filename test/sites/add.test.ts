/** @module-tag full */

import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withRedis } from '../../packages/middleware/test/redis-server.ts';
import { fromSource, type AppServer, startServer } from '../support/server.ts';
import { carryOut } from './add/dockerfile.ts';
import { probe } from './add/probe.ts';
import type { Installation } from './installation.ts';
import { installation, treeOf } from './created-projects.ts';

// The database comes last, because its binding is compiled, and a later installation might compile it again.
const additions = [
  'cors',
  'secure-headers',
  'csrf',
  'compression',
  'rate-limit',
  'session',
  'jwt',
  'access-log',
  'templates',
  'health',
  'redis',
  'docker',
  'database',
];

let folder: string;
let project: string;
let registry: Installation['registry'];
/** The files of the project before each addition. */
const trees: Map<string, string>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-add-'));
  project = join(folder, 'my-site');
  ({ registry } = await installation());
  await execa('npm', ['create', '--yes', 'fw-app', 'my-site', '--', '--variant', 'b', '--no-git'], {
    cwd: folder,
    env: { ...registry, npm_config_ignore_scripts: 'true' },
    stdin: 'ignore',
  });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** No package that is added needs an install script. */
const withoutScripts = (): Readonly<Record<string, string>> => ({
  ...registry,
  npm_config_ignore_scripts: 'true',
});

async function npx(...args: string[]): Promise<string> {
  const { stdout } = await execa('npx', args, { cwd: project, env: withoutScripts(), stdin: 'ignore' });
  return stripVTControlCharacters(stdout);
}

describe('a project with everything that node fw add adds', () => {
  test.each(additions)('%s is added by its name alone', async (what) => {
    trees.push(await treeOf(project));
    const output = await npx('fw', 'add', what);
    expect(output).toContain('To undo it: node fw undo');
  });

  test('it type-checks, its tests pass, and it has no errors', async () => {
    await npx('tsc');
    // Each file would import the framework again, which other tests cover.
    const tested = await npx('vitest', 'run', '--no-isolate');
    expect(tested).toMatch(new RegExp(`Test Files\\s+${additions.length + 2} passed`));
    expect(await npx('fw', 'check')).toContain('No errors');
  });

  test('the compiler knows the keys of its configuration, and rejects other keys and names of services', async () => {
    const file = join(project, 'src', 'names.ts');
    await writeFile(
      file,
      `import { inject, type InjectedClass } from 'fw-runtime/b';
import { Database, type DatabaseOptions } from '#app/database/database';

export const url = inject(['config'], ({ database }) => (): string => database.url);
export const databse = inject(['config'], ({ databse }) => () => databse);
export const notes = inject(['Notes'], (notes) => () => notes.find('1'));
export const note = inject(['Note'], () => () => 1);
export const options: DatabaseOptions = { url };
Database satisfies InjectedClass<Database, typeof Database.inject>;
`,
    );
    const { stdout } = await execa('npx', ['tsc'], { cwd: project, reject: false });
    await rm(file);
    expect(stdout.split('\n').filter((line) => line.includes('error'))).toEqual([
      expect.stringMatching(/^src\/names\.ts\(5,46\): error .*'databse'/),
      expect.stringMatching(/^src\/names\.ts\(7,29\): error .*"Note"/),
      expect.stringMatching(/^src\/names\.ts\(8,43\): error /),
    ]);
  });

  describe('when served', () => {
    let server: AppServer;
    const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers });
    const env = (): Record<string, string> => ({
      PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'site.sqlite')}`,
    });

    beforeAll(async () => {
      // NODE_ENV is the one of the test runner, for which a project has a separate database.
      await execa('npm', ['run', 'migrate'], { cwd: project, env: { ...env(), NODE_ENV: undefined } });
      server = await serveWith({ 'probe.global.ts': probe }, env());
    });

    afterAll(() => server?.stop());

    test('cors, secure-headers and access-log apply to every request', async () => {
      const { headers } = await get('/nowhere', { Origin: 'https://page.example' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      // The line comes through a pipe, so that it may be there after the response.
      await vi.waitFor(() => expect(server.output()).toMatch(/"path":"\/nowhere","status":404/), {
        timeout: 10_000,
      });
    });

    test('csrf rejects requests of other sites, and database stores those of this site', async () => {
      const send = (origin: string): Promise<Response> =>
        fetch(`${server.url}/notes`, { method: 'POST', body: 'remember', headers: { Origin: origin } });
      expect((await send('https://evil.example')).status).toBe(403);
      expect(await (await send(server.url)).json()).toEqual({ id: expect.any(String), text: 'remember' });
    });

    test('compression', async () => {
      const response = await get('/long', { 'Accept-Encoding': 'gzip' });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(await response.text()).toHaveLength(11_000);
    });

    test('session recognizes a returning client', async () => {
      const [cookie = ''] = (await get('/visits')).headers.getSetCookie();
      expect(await (await get('/visits', { Cookie: cookie.split(';')[0] ?? '' })).json()).toBe(1);
    });

    test('jwt requires a token below its path', async () => {
      expect((await get('/api/me')).status).toBe(401);
      const Authorization = `Bearer ${await tokenOf('ada')}`;
      expect(await (await get('/api/me', { Authorization })).json()).toBe('ada');
    });

    test('templates', async () => {
      expect(await (await get('/welcome?name=<b>')).text()).toContain('<h1>Hello, &lt;b&gt;!</h1>');
    });

    test('health', async () => {
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/readyz')).status).toBe(200);
    });

    test('rate-limit', async () => {
      const statuses = new Set<number>();
      for (let count = 0; count <= 100; count++) {
        const response = await get('/robots.txt?');
        statuses.add((await get('/ping')).status);
        await response.body?.cancel();
      }
      expect(statuses).toEqual(new Set([200, 429]));
    });

    withRedis((url) => {
      test('in Redis, sessions and limits outlast the process', async () => {
        const stores = JSON.stringify({ session: { store: 'redis' }, rate_limit: { store: 'redis' } });
        const files = { 'probe.global.ts': probe, 'stores.local.json': stores };
        const visit = async (Cookie: string): Promise<Response> => {
          const { url: project, stop } = await serveWith(files, { ...env(), REDIS_URL: url() });
          const response = await fetch(`${project}/visits`, { headers: { Cookie } });
          expect(await stop('SIGTERM')).toBe(0);
          return response;
        };
        const first = await visit('');
        const [cookie = ''] = first.headers.getSetCookie();
        const second = await visit(cookie.split(';')[0] ?? '');
        expect(await second.json()).toBe(1);
        expect([first, second].map(({ headers }) => headers.get('ratelimit'))).toEqual([
          expect.stringContaining('r=99'),
          expect.stringContaining('r=98'),
        ]);
      });
    });
  });

  test('its Dockerfile builds a project that is healthy, and ends on SIGTERM', async () => {
    const stages = join(folder, 'image');
    await mkdir(stages);
    const image = await carryOut(project, stages, withoutScripts());
    expect(image.user).toBe('node');
    expect(image.env['SHUTDOWN_DELAY']).toBe('5');
    const [command = '', ...args] = image.command;
    const env = { ...image.env, PORT: '0', SESSION_SECRET: 's'.repeat(32), JWT_SECRET: 'j'.repeat(32) };
    const server = await startServer(command, args, { cwd: image.cwd, env });
    try {
      const [asks = '', ...how] = image.health;
      await execa(asks, how, { env: { PORT: new URL(server.url).port } });
      expect((await fetch(`${server.url}/welcome`)).status).toBe(200);
      expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
    }
  });

  test.each(additions.toReversed())('%s is undone byte for byte', async (what) => {
    const output = await npx('fw', 'undo');
    expect(output).toContain(`Undone: fw add ${what}`);
    expect(await treeOf(project)).toEqual(trees.pop());
  });
});

/** Starts the project with more configuration files, which are removed when it listens. */
async function serveWith(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<AppServer> {
  const paths = Object.keys(files).map((name) => join(project, 'config', 'autoload', name));
  await Promise.all(paths.map((path, index) => writeFile(path, Object.values(files)[index] ?? '')));
  try {
    return await startServer(process.execPath, [...fromSource, 'public/index.ts'], { cwd: project, env });
  } finally {
    await Promise.all(paths.map((path) => rm(path)));
  }
}

/** A token signed with the local secret. */
async function tokenOf(sub: string): Promise<string> {
  const secret = /^JWT_SECRET=(.+)$/m.exec(await readFile(join(project, '.env'), 'utf8'))?.[1] ?? '';
  const encoded = [{ alg: 'HS256' }, { sub, exp: Math.ceil(Date.now() / 1000) + 60 }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createHmac('sha256', secret).update(encoded.join('.')).digest('base64url');
  return `${encoded.join('.')}.${signature}`;
}
