import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineMiddleware, TextResponse } from '../../../src/index.ts';
import { fromConnect, nodeRequestOf, toNodeHandler } from '../../../src/server/node/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';
import { silentClient } from '../../support/silent-clients.ts';

interface Place {
  readonly port: number;
}
type App = Parameters<typeof toNodeHandler>[0] & Parameters<typeof serve>[0];

/** Where a request is Fw's own, and where it is that of a server that Fw does not know. */
const SERVERS: readonly [string, (app: App) => Promise<Place>][] = [
  ['run()', (app) => serve(app)],
  [
    'toNodeHandler()',
    async (app) => {
      const server = createServer(toNodeHandler(app)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close().closeAllConnections());
      return server.address() as AddressInfo;
    },
  ],
];

const LONG = 'x'.repeat(300_000);

/** Each write is a packet of its own. */
const BODIES: readonly [what: string, writes: readonly string[], read: string][] = [
  ['with its head', [`${post('Content-Length: 5')}12345`], '12345'],
  ['after its head', [post('Content-Length: 5'), '12345'], '12345'],
  ['in pieces', [post('Content-Length: 5'), '12', '34', '5'], '12345'],
  ['of many buffers', [post('Content-Length: 300000'), LONG], LONG],
  ['empty', [post('Content-Length: 0')], ''],
  ['in chunks', [`${chunked()}2\r\n12\r\n3\r\n345\r\n0\r\n\r\n`], '12345'],
  ['in chunks in pieces', [chunked(), '2\r\n1', '2\r\n3\r\n345\r\n', '0\r\n', '\r\n'], '12345'],
  ['in chunks with a trailer', [chunked(), '5\r\n12345\r\n0\r\nX-Sum: 1\r\n\r\n'], '12345'],
  ['in no chunk', [chunked(), '0\r\n\r\n'], ''],
  ['that is waited for', [post('Expect: 100-continue\r\nContent-Length: 5'), '12345'], '12345'],
];

/** When the handler begins to read. */
const MOMENTS: readonly [string, () => Promise<unknown> | undefined][] = [
  ['at once', () => undefined],
  ['in a later turn', () => tick()],
  ['when all is there', () => wait(40)],
];

describe.each(SERVERS)('a body that is read as a whole, with %s,', (_server, start) => {
  inBothVariants(
    (kit) => {
      test.each(
        BODIES.flatMap(([what, writes, read]) =>
          MOMENTS.map(([moment, before]) => [what, `read ${moment}`, { writes, read, before }] as const),
        ),
      )('%s, %s', async (_what, _moment, { writes, read, before }) => {
        const app = kit.app();
        app.pipe(
          kit.handler(async (request) => {
            await before();
            return new TextResponse(`read ${await request.text()};`);
          }),
        );
        const socket = await silentClient(await start(app));
        const received = listen(socket);
        // The second time is another request on the same connection.
        for (const times of [1, 2]) {
          for (const bytes of writes) {
            socket.write(bytes);
            await wait(10);
          }
          await expect(
            received.until((text) => text.split(`\r\n\r\nread ${read};`).length === times + 1),
          ).resolves.toBeUndefined();
        }
      });

      test('one after the other in one packet', async () => {
        const app = kit.app();
        app.pipe(kit.handler(async (request) => new TextResponse(`<${await request.text()}>`)));
        const socket = await silentClient(await start(app));
        const received = listen(socket);
        socket.write(
          ['a', 'bc', 'def'].map((text) => post(`Content-Length: ${text.length}`) + text).join(''),
        );
        await expect(received.until((text) => /<a>[^]*<bc>[^]*<def>$/.test(text))).resolves.toBeUndefined();
      });

      test('is read to its end after a response that did not wait for it, and the connection continues', async () => {
        const whole = deferred<string>();
        const app = kit.app();
        app.pipe(
          kit.handler((request) => {
            if (request.method === 'GET') return new TextResponse('next');
            void request.text().then(whole.resolve, whole.reject);
            return new TextResponse('first');
          }),
        );
        const socket = await silentClient(await start(app), `${post('Content-Length: 6')}12`);
        const received = listen(socket);
        await received.until((text) => text.endsWith('first'));
        socket.write('34');
        await wait(20);
        socket.write('56');
        await expect(whole.promise).resolves.toBe('123456');
        socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
        await expect(received.until((text) => text.endsWith('next'))).resolves.toBeUndefined();
      });

      test('is a 413 as soon as it is too large, and the connection continues', async () => {
        const app = kit.app();
        app.pipe(
          kit.handler(async (request) => {
            if (request.method === 'GET') return new TextResponse('next');
            return new TextResponse(await request.withBodyLimit(4).text());
          }),
        );
        const socket = await silentClient(await start(app), `${chunked()}3\r\n123\r\n`);
        const received = listen(socket);
        await wait(20);
        socket.write('2\r\n45\r\n');
        await received.until((text) => text.startsWith('HTTP/1.1 413'));
        socket.write('2\r\n67\r\n0\r\n\r\n');
        await wait(20);
        socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
        await expect(received.until((text) => text.endsWith('next'))).resolves.toBeUndefined();
      });

      test('that is aborted is a 400 to its reader', async () => {
        const failure = deferred<unknown>();
        const arrived = deferred();
        const app = kit.app();
        app.pipe(
          kit.handler(async (request) => {
            arrived.resolve();
            await request.text().catch(failure.resolve);
            return new TextResponse('nobody');
          }),
        );
        const socket = await silentClient(await start(app), `${post('Content-Length: 6')}12`);
        await arrived.promise;
        socket.destroy();
        await expect(failure.promise).resolves.toMatchObject({
          status: 400,
          message: 'The client disconnected before the body of its request was complete.',
        });
      });

      test.each(['end', 'close'])('notifies Node\'s own middleware of its "%s"', async (event) => {
        const heard = deferred();
        const app = kit.app();
        const listener = fromConnect((request, _response, next) => {
          request.once(event, () => heard.resolve());
          next();
        });
        app.pipe(kit.shared(listener));
        app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
        const server = await start(app);
        expect(await ask(server, { method: 'POST', body: 'text' })).toMatchObject({ body: 'text' });
        await heard.promise;
      });

      test('is read once, also by an application inside another', async () => {
        const inner = kit.app({ log: () => {} });
        inner.pipe(kit.handler(async (request) => new TextResponse(`again ${await request.text()}`)));
        const app = kit.app({ log: () => {} });
        const reader = defineMiddleware(async (request, next) => {
          await request.text();
          return next(request);
        });
        app.pipe(kit.shared(reader));
        app.pipe(kit.shared(fromConnect(toNodeHandler(inner))));
        const socket = await silentClient(await start(app), `${post('Content-Length: 2')}12`);
        const received = listen(socket);
        await expect(received.until((text) => text.startsWith('HTTP/1.1 500'))).resolves.toBeUndefined();
      });
    },
    ['full'],
  );
});

inBothVariants(
  (kit) => {
    test('a body that is read as a whole at once has no listener on a stream', async () => {
      const app = kit.app();
      app.pipe(
        kit.handler(async (request) => {
          const reading = request.text();
          const counts = ['data', 'end', 'close'].map((name) => nodeRequestOf(request).listenerCount(name));
          return new TextResponse(`${await reading} ${counts.join(' ')}`);
        }),
      );
      const { body } = await ask(await serve(app), { method: 'POST', body: 'text' });
      expect(body).toBe('text 0 0 0');
    });
  },
  ['full'],
);

function post(headers: string): string {
  return `POST / HTTP/1.1\r\nHost: h\r\n${headers}\r\n\r\n`;
}

function chunked(): string {
  return post('Transfer-Encoding: chunked');
}

/** The data that a socket receives, without the responses "100 Continue". */
function listen(socket: NodeJS.ReadableStream) {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text = (text + bytes.toString()).replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '');
  });
  return {
    async until(condition: (text: string) => boolean): Promise<void> {
      await expect.poll(() => condition(text) || text, { interval: 5, timeout: 20_000 }).toBe(true);
    },
  };
}
