import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

interface Summary {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}
interface Statistics {
  interval(values: readonly number[]): { readonly low: number; readonly high: number };
  summarise(
    sets: readonly { costs: readonly number[]; rss: number }[],
    reference: readonly number[][],
  ): Summary;
  compare(row: object, other: object): string;
}
interface Loading {
  prepare(): Promise<void>;
  run(times: number): Promise<void>;
  close(): void;
}
type LoadClass = new (port: number, request: { path: string; status: number; body: string }) => Loading;

/** Not TypeScript, because it runs before anything is built. */
function load<T>(name: string): Promise<T> {
  return import(pathToFileURL(join('tools', 'bench', name)).href) as Promise<T>;
}

describe('the measurement of the benchmark', () => {
  test('uses the ratio within a round, so that a machine that slows down changes nothing', async () => {
    const { summarise } = await load<Statistics>('statistics.mjs');

    const summary = summarise([{ costs: [20, 40, 400], rss: 1 }], [[10, 20, 200]]);

    expect(summary).toMatchObject({ ratio: 0.5, low: 0.5, high: 0.5 });
  });

  test('returns the whole range of six sets, and the inner range of nine', async () => {
    const { interval } = await load<Statistics>('statistics.mjs');

    expect(interval([6, 2, 5, 1, 4, 3])).toEqual({ low: 1, high: 6 });
    expect(interval([9, 1, 8, 2, 7, 3, 6, 4, 5])).toEqual({ low: 2, high: 8 });
  });

  test('reports a tie if two ranges overlap', async () => {
    const { compare } = await load<Statistics>('statistics.mjs');
    const row = { low: 0.95, high: 1 };

    expect(compare(row, { low: 0.9, high: 0.96 })).toBe('tie');
    expect(compare(row, { low: 0.9, high: 0.94 })).toBe('ahead');
    expect(compare(row, { low: 1.01, high: 1.1 })).toBe('behind');
  });

  test('has raw, fastify, hono, h3 and both variants in a scenario by default', async () => {
    const { readOptions } = await load<{
      readOptions(args: string[]): { candidatesIn(scenario: string): { name: string }[] };
    }>('options.mjs');
    const namesIn = (args: string[], scenario: string) =>
      readOptions(args)
        .candidatesIn(scenario)
        .map(({ name }) => name);

    expect(namesIn([], 'c')).toEqual(['fastify', 'hono', 'h3', 'fw A', 'fw B']);
    expect(namesIn([], 'e-async')).toEqual(['koa', 'hono', 'fw A', 'fw B']);
    expect(namesIn(['--only', 'fw b,fw b again'], 'c')).toEqual(['fw B', 'fw B again']);
  });
});

describe('the load of the benchmark', () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.statusCode = request.url === '/missing' ? 404 : 200;
    response.end('Hello');
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const started = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  let running: Loading;

  afterAll(() => {
    server.close();
  });

  afterEach(() => {
    running.close();
    requests.length = 0;
  });

  async function loadOf(request: { path: string; status: number; body: string }): Promise<Loading> {
    const { Load } = await load<{ Load: LoadClass }>('loads/http1.mjs');
    return (running = new Load(await started, request));
  }

  test('sends the requested number of requests', async () => {
    const hello = await loadOf({ path: '/', status: 200, body: 'Hello' });
    await hello.prepare();
    requests.length = 0;

    await hello.run(120);

    expect(requests).toHaveLength(120);
  });

  test('reopens connections that the server has closed', async () => {
    const hello = await loadOf({ path: '/', status: 200, body: 'Hello' });
    await hello.run(100);
    await Promise.all(
      Array.from(sockets, async (socket) => {
        socket.end();
        await once(socket, 'close');
      }),
    );

    await hello.prepare();

    await expect(hello.run(100)).resolves.toBeUndefined();
  });

  test('fails if a response has another status or length', async () => {
    const missing = await loadOf({ path: '/missing', status: 200, body: 'Hello' });
    await expect(missing.run(1)).rejects.toThrow('HTTP/1.1 404');
    missing.close();

    const longer = await loadOf({ path: '/', status: 200, body: 'Hello, world!' });
    await expect(longer.run(1)).rejects.toThrow('13 bytes');
  });
});
