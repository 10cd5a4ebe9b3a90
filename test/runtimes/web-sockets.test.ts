// WebSockets that run() opens: on Node, and with the own servers of Bun and Deno.
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Client, openSocket, refusal } from '../../packages/runtime/test/support/web-socket-client.ts';
import { type AppServer, startServer } from '../support/server.ts';
import { engineOf, type Runtime, SERVING_RUNTIMES } from './runtimes.ts';

const table = pathToFileURL(join(import.meta.dirname, 'suite', 'message-table.mjs')).href;
const { MESSAGES } = (await import(table)) as {
  readonly MESSAGES: readonly (readonly [title: string, create: () => unknown, expected: string])[];
};

function start(runtime: Runtime): Promise<AppServer> {
  const { binary, args } = runtime;
  return startServer(binary, [...args, join(import.meta.dirname, 'programs', 'web-sockets.mjs')], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { NO_COLOR: '1', ...engineOf(runtime) },
  });
}

const OPENING = SERVING_RUNTIMES.filter(({ name }) => /^(?:Node|Bun$|Deno, native)/.test(name));

for (const runtime of OPENING) {
  describe(`WebSockets on ${runtime.name}`, { tags: runtime.tags }, () => {
    let server: AppServer;

    beforeAll(async () => {
      if (runtime.absent === undefined) server = await start(runtime);
    });

    beforeEach((context) => {
      if (runtime.absent !== undefined) context.skip(runtime.absent);
    });

    afterAll(() => server?.stop());

    test('open behind the pipeline, with its headers', async () => {
      const { socket, headers, told } = await openSocket(server, '/rooms/b%20c?q=1', { protocols: ['v1'] });
      expect([headers['x-id'], headers['set-cookie'], socket.protocol]).toEqual(['7', ['a=1', 'b=2'], 'v1']);
      socket.send('who');
      expect(JSON.parse(await told())).toEqual({
        user: 'Ada',
        params: { room: 'b c' },
        path: '/rooms/b%20c',
        q: '1',
      });
    });

    test('receive messages that are published on their path', async () => {
      const [one, other] = await Promise.all([
        openSocket(server, '/rooms/1'),
        openSocket(server, '/rooms/1'),
      ]);
      one.socket.send('hello');
      expect(await other.told()).toBe('hello');
    });

    test('are closed by the server, and by a hook that fails', async () => {
      const [one, other] = await Promise.all([
        openSocket(server, '/rooms/1'),
        openSocket(server, '/rooms/1'),
      ]);
      one.socket.send('bye');
      expect(await one.closed).toEqual({ code: 4000, reason: 'bye' });
      const logged = server.printed('logged: on purpose');
      other.socket.send('fail');
      expect((await other.closed).code).toBe(1011);
      await logged;
    });

    test('send strings and bytes unchanged, and everything else as JSON (S9)', async () => {
      const [one, other] = [await openSocket(server, '/values'), await openSocket(server, '/values')];
      const read = ({ socket }: Client): Promise<string> =>
        once(socket, 'message').then(([data, isBinary]) =>
          isBinary ? `bytes ${(data as Buffer).toString('hex')}` : String(data),
        );
      for (const [title, , expected] of MESSAGES) {
        const isError = expected.endsWith('Error');
        const [sent, published] = [read(one), isError ? expected : read(other)];
        one.socket.send(title);
        expect(`${await sent}, ${await published}`, title).toBe(
          isError ? `${expected} ${expected}, ${expected}` : `${expected}, ${expected}`,
        );
      }
    });

    test('are closed with the same codes', async () => {
      const codeFor = async (message: string): Promise<number> => {
        const { socket, closed } = await openSocket(server, '/rooms/1');
        socket.on('error', () => {});
        socket.send(message);
        return (await closed).code;
      };
      const codes = [await codeFor('end'), await codeFor('cut')];
      // Deno has no limit.
      if (!runtime.name.startsWith('Deno')) codes.push(await codeFor('x'.repeat(1_100_000)));
      // On Deno, terminate() sends a close frame.
      expect(codes).toEqual(runtime.name.startsWith('Deno') ? [1000, 1000] : [1000, 1006, 1009]);
    });

    test.each<[string, number, Record<string, string>]>([
      ['/rooms/1', 403, { origin: 'null' }],
      ['/guarded', 401, {}],
      ['/nowhere', 404, {}],
      ['/rooms/1', 403, { origin: 'https://evil.example' }],
      ['/rooms/1', 400, { 'sec-websocket-key': 'short' }],
      ['/rooms/1', 426, { connection: 'close', upgrade: 'other' }],
    ])('are refused as the pipeline says: %s with %i', async (path, status, headers) => {
      expect((await refusal(server, path, headers)).status).toBe(status);
    });
  });
}

for (const runtime of OPENING) {
  describe(`run() on ${runtime.name}`, { tags: ['full'] }, () => {
    test('closes open sockets on SIGTERM, and ends with 0', async (context) => {
      if (runtime.absent !== undefined) context.skip(runtime.absent);
      const server = await start(runtime);
      onTestFinished(async () => void (await server.stop()));
      const { closed } = await openSocket(server, '/rooms/1');
      expect(await server.stop()).toBe(0);
      expect((await closed).code).toBe(1001);
      // Deno reports no code.
      expect(server.output()).toContain(runtime.name.startsWith('Deno') ? 'closed: ' : 'closed: 1001');
    });
  });
}

for (const runtime of SERVING_RUNTIMES.filter((one) => !OPENING.includes(one))) {
  describe(`run() on ${runtime.name}`, { tags: runtime.tags }, () => {
    test('names the way to open WebSockets there, and responds with 501', async (context) => {
      if (runtime.absent !== undefined) context.skip(runtime.absent);
      const server = await start(runtime);
      onTestFinished(async () => void (await server.stop()));
      expect(server.output()).toContain('set server.engine to "native"');
      expect((await refusal(server, '/rooms/1')).status).toBe(501);
    });
  });
}
