import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Entry = Readonly<Record<string, (options: object) => unknown>>;

let folder: string;

// The built package in a project without the optional peer packages.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-peers-'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  await cp('packages/middleware', join(modules, 'fw-middleware'), {
    recursive: true,
    filter: (path) => !/(?:node_modules|src|test)$/.test(path),
  });
  await symlink(resolve('packages/runtime'), join(modules, 'fw-runtime'));
  await symlink(resolve('node_modules/valibot'), join(modules, 'valibot'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const load = (entry: string): Promise<Entry> =>
  import(join(folder, 'node_modules', 'fw-middleware', 'dist', entry, 'index.js')) as Promise<Entry>;

test.each([
  ['access-log', 'accessLog', {}, 'pino'],
  ['session', 'session', { secret: 'a secret that is hard to guess indeed' }, 'iron-webcrypto'],
  ['redis', 'redis', {}, 'ioredis'],
  ['rate-limit', 'rateLimit', {}, 'rate-limiter-flexible'],
  ['trusted-proxy', 'trustedProxy', { proxies: 'loopback' }, 'ipaddr.js'],
])('%s names the missing package', async (entry, name, options, needed) => {
  const { [name]: make } = await load(entry);

  await expect(async () => make?.(options)).rejects.toMatchObject({
    code: 'FW_MISSING_DEPENDENCY',
    message: `fw-middleware/${entry} needs the package "${needed}", which is not installed: run "npm install ${needed}".`,
  });
});

test.each([
  ['access-log', 'accessLog', { logger: console }],
  ['session', 'session', { store: 'memory' }],
  ['request-id', 'requestId', {}],
  ['body-limit', 'bodyLimit', { limit: '1kb' }],
  ['health', 'health', { checks: { redis: { ping: () => true } } }],
  ['cors', 'cors', {}],
])('%s with %s(%j) needs no package', async (entry, name, options) => {
  const { [name]: make } = await load(entry);

  expect(await make?.(options)).toBeTypeOf('function');
});
