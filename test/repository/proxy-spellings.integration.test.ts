// The proxies that docs/deploy shows keep /readyz from clients, however its path is written, and forward what clients write.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { health } from 'fw-middleware/health';
import { AppFactory, JsonResponse } from 'fw-runtime/b';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_SPELLINGS, LEGITIMATE_URLS, spell } from '../support/spellings.ts';

interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

interface Configurations {
  isInstalled(program: string): boolean;
  certificateIn(folder: string): object;
  folderFor(root: string, name: string): string;
  readonly proxies: Readonly<
    Record<
      string,
      (options: { folder: string; certificate: object; plain: readonly number[] }) => Promise<Proxy>
    >
  >;
}

const { proxies, isInstalled, certificateIn, folderFor } = (await import(
  pathToFileURL('tools/campaign/rolling/proxies.mjs').href
)) as Configurations;

// Spellings for this path only: parts that a proxy may cut off, decode or resolve.
const MORE = [
  '/readyz',
  '/readyz?x',
  '/readyz#x',
  '/readyz?/../x',
  '/readyz/.',
  '/x/../readyz/.',
  '/readyz/x/..',
  '/readyz/%2e',
  '/./././readyz',
  '/x/y/../../%72eadyz',
  '/%72%65%61%64%79%7a?x',
  '/%72%65%61%64%79%7A',
  'https://localhost/readyz',
  'https://localhost/x/../%72eadyz',
];
const TARGETS = [...MORE, ...HOSTILE_SPELLINGS.map((spelling) => spell(spelling, '/readyz', ''))];

describe.each(['nginx', 'haproxy', 'haproxy of Docker', 'caddy'])('%s as documented', (name) => {
  const [program = ''] = name.split(' ');
  const root = mkdtempSync(join(tmpdir(), 'fw-proxy-'));
  let proxy: Proxy;
  let direct = '';
  let ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    if (!isInstalled(program)) return;
    const app = AppFactory.create();
    app.pipe(health());
    for (const route of new Set(LEGITIMATE_URLS.map((each) => each.route))) {
      app.get(route, ({ params }) => new JsonResponse({ route, params }));
    }
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    ends.push(() => server.close());
    const plain = [server.port, server.port];
    proxy = await (proxies[name] as NonNullable<(typeof proxies)[string]>)({
      folder: folderFor(root, name),
      certificate: certificateIn(root),
      plain,
    });
    ends.push(() => proxy.stop());
    direct = await (await fetch(`http://127.0.0.1:${server.port}/readyz`)).text();
  });

  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
    rmSync(root, { recursive: true });
  });

  test.skipIf(!isInstalled(program))('no spelling of /readyz reaches the app (P1)', async () => {
    const reached = [];
    for (const target of TARGETS) {
      const response = await get(proxy.port, target);
      if (/"status":/.test(response)) reached.push(target);
    }
    expect(direct).toContain('"status":"ok"');
    expect(reached).toEqual([]);
  });

  test.skipIf(!isInstalled(program))('ordinary requests reach their routes', async () => {
    for (const { route, target, params } of LEGITIMATE_URLS) {
      const response = await get(proxy.port, target);
      expect.soft(response, target).toContain(JSON.stringify({ route, params }));
    }
  });
});

test('every configuration of HAProxy that a page or a template shows denies /readyz by the same rule', () => {
  const files = ['docs/deploy', 'templates/generators/add/docker'].flatMap((folder) =>
    readdirSync(folder).map((file) => join(folder, file)),
  );
  const rules = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/^ *http-request deny.*$/gm) ?? []).map((rule) => [file, rule.trim()]),
  );
  expect(rules.length).toBeGreaterThan(2);
  expect(new Set(rules.map(([, rule]) => rule)).size, JSON.stringify(rules, null, 2)).toBe(1);
  expect(existsSync('docs/deploy/reverse-proxy.md')).toBe(true);
});

/** Sends a request target as it is, and resolves to the whole response. */
function get(port: number, target: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => {}).on('close', () => resolve(received));
    socket.on('secureConnect', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    );
  });
}
