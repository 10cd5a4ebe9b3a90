import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type HttpResponse, TextResponse } from '../../src/index.ts';
import type { Kit } from '../cases/case.ts';
import { inBothVariants } from '../cases/kit.ts';
import { bodyReader } from '../support/body-reader.ts';
import { deferred } from '../support/deferred.ts';
import { ask, exchange, serve } from '../support/serve.ts';

const LARGE = 'x'.repeat(8_000_000);
const CHUNKED_HEAD = 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';

inBothVariants(
  (kit) => {
    describe('A body limit that trusts Content-Length while the body is chunked', () => {
      test('a chunked body is limited too (S3)', async () => {
        const answer = await exchange(
          await serve(echo(kit, 10)),
          `${CHUNKED_HEAD}8\r\nxxxxxxxx\r\n8\r\nxxxxxxxx\r\n0\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      });

      test('a chunked body within the limit is read (S3)', async () => {
        const answer = await exchange(
          await serve(echo(kit, 10)),
          `${CHUNKED_HEAD}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`,
        );
        expect(answer).toMatch(/\r\n\r\nabcdef$/);
      });

      test('a streamed body without a length is limited in fetch too (S3)', async () => {
        const body = new ReadableStream({
          start(controller) {
            for (let index = 0; index < 3; index++) controller.enqueue(new TextEncoder().encode('xxxxx'));
            controller.close();
          },
        });
        const request = new Request('http://localhost/', {
          method: 'POST',
          body,
          duplex: 'half',
        } as RequestInit);
        expect((await echo(kit, 10).fetch(request)).status).toBe(413);
      });
    });

    describe('A body limit that only counts if the handler reads', () => {
      test('a body with a Content-Length beyond the limit is rejected before any middleware runs (S3)', async () => {
        const ran = vi.fn(() => new TextResponse('never'));
        const app = kit.app({ server: { body_limit: 10 } });
        app.pipe(kit.handler(ran));
        const server = await serve(app);
        expect((await ask(server, { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413);
        expect(
          (await app.request('/', { method: 'POST', body: 'x', headers: { 'content-length': '11' } })).status,
        ).toBe(413);
        expect(ran).not.toHaveBeenCalled();
        expect((await ask(server, { method: 'POST', body: 'x'.repeat(10) })).body).toBe('never');
      });

      test('a chunked body that is not read is cut off', async () => {
        const app = kit.app();
        app.pipe(kit.answer('done'));
        const socket = connect((await serve(app)).port, '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.on('error', () => {}).resume();
        socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n');
        const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
        let sent = 0;
        while (!socket.destroyed && sent < 200) {
          sent++;
          if (!socket.write(chunk))
            await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
        }
        await closed;
        expect(sent).toBeGreaterThan(8);
        expect(sent).toBeLessThan(100);
      });

      test('an unread body does not delay the response to the next request', async () => {
        const app = kit.app();
        app.pipe(kit.handler((request) => new TextResponse(request.path)));
        const body = 'x'.repeat(100_000);
        const answer = await exchange(
          await serve(app),
          `POST /one HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
            'GET /two HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
        );
        expect(answer.match(/\/one|\/two/g)).toEqual(['/one', '/two']);
      });
    });

    describe('An early 413 that resets the connection before the client can read it', () => {
      test.each<[string, (kit: Kit<unknown>) => ReturnType<typeof echo>, string]>([
        ['a body with a Content-Length', (some) => echo(some, 10), contentLengthHead(LARGE.length) + LARGE],
        ['a chunked body', (some) => echo(some, 10), CHUNKED_HEAD + chunked(LARGE)],
        [
          'a chunked body that is read as a stream',
          (some) => streaming(some, 10),
          CHUNKED_HEAD + chunked(LARGE),
        ],
        ['a chunked body that is rejected unread', (some) => refusing(some), CHUNKED_HEAD + chunked(LARGE)],
        [
          'a chunked body that a Web Response rejects',
          (some) => refusingByStream(some),
          CHUNKED_HEAD + chunked(LARGE),
        ],
      ])(
        'a client that sends everything before it reads gets the response: %s',
        async (_what, make, bytes) => {
          // It rejects when the connection is reset.
          const answer = await exchange(await serve(make(kit)), bytes);
          expect(answer).toMatch(/^HTTP\/1\.1 413 /);
          expect(answer).toMatch(/too large/i);
        },
      );

      test('the connection serves the next request when the rest was taken in', async () => {
        const server = await serve(echo(kit, 10));
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        onTestFinished(() => agent.destroy());
        const statuses: unknown[] = [];
        const ports = new Set<unknown>();
        for (const body of [LARGE, 'short']) {
          const outgoing = httpRequest({ host: '127.0.0.1', port: server.port, method: 'POST', agent });
          outgoing.end(body);
          const [incoming] = await once(outgoing, 'response');
          ports.add(incoming.socket.localPort);
          statuses.push(incoming.statusCode, await text(incoming));
        }
        expect(statuses).toEqual([413, expect.any(String), 200, 'short']);
        expect(ports.size).toBe(1);
      });

      test('a client that stops sending without closing does not hold its connection', async () => {
        const socket = connect((await serve(echo(kit, 10))).port, '127.0.0.1');
        socket.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nxx');
        expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
      });
    });

    describe('`Expect: 100-continue` ignored', () => {
      test('an upload that is too large is rejected before it is sent (S3)', async () => {
        const socket = connect((await serve(echo(kit, 10))).port, '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n');
        const [first] = await once(socket, 'data');
        expect(String(first)).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n/s);
      });

      test.each(['text', 'body'] as const)(
        'the client gets "100 Continue" when the handler reads: %s',
        async (way) => {
          const app = kit.app();
          app.pipe(
            kit.handler(
              async (request) =>
                new TextResponse(
                  way === 'text' ? await request.text() : await new Response(request.body).text(),
                ),
            ),
          );
          const socket = connect((await serve(app)).port, '127.0.0.1');
          socket.write(
            'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
          );
          const [first] = await once(socket, 'data');
          expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
          socket.write('hello');
          expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nhello$/s);
        },
      );

      test('the client gets no "100 Continue" when the handler responds without reading', async () => {
        const app = kit.app();
        app.pipe(kit.handler(() => new TextResponse('no', 403)));
        const answer = await exchange(
          await serve(app),
          'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n',
        );
        expect(answer).toMatch(/^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/s);
      });

      test('another expectation is 417', async () => {
        const answer = await exchange(
          await serve(echo(kit, 10)),
          'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: a-miracle\r\nConnection: close\r\n\r\nab',
        );
        expect(answer).toMatch(/^HTTP\/1\.1 417 /);
      });
    });

    describe('A truncated upload taken for a complete one', () => {
      test.each<[string, (request: Reading) => Promise<string>, string]>([
        ['text', (request) => request.text(), 'Content-Length: 10\r\n\r\nhalf'],
        ['text, chunked', (request) => request.text(), 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
        ['a stream', (request) => new Response(request.body).text(), 'Content-Length: 10\r\n\r\nhalf'],
        [
          'a stream, chunked',
          (request) => new Response(request.body).text(),
          'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
        ],
        ['a Web Request', (request) => request.toWeb().text(), 'Content-Length: 10\r\n\r\nhalf'],
      ])('an upload that is cut off is an error: read as %s', async (_way, read, rest) => {
        const { app, arrived, outcome } = bodyReader(kit, read);
        const socket = connect((await serve(app)).port, '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.write(`POST / HTTP/1.1\r\nHost: h\r\n${rest}`);
        await arrived.promise;
        socket.destroy();
        expect(await outcome.promise).toBe('failed');
      });

      test('reading after the response, when the rest was dropped, is an error', async () => {
        const outcome = deferred<string>();
        const late = deferred();
        const app = kit.app();
        app.pipe(
          kit.handler((request) => {
            void late.promise
              .then(() => request.text())
              .then(
                (content) => outcome.resolve(`read ${content}`),
                (error: unknown) => outcome.resolve(String(error)),
              );
            return new TextResponse('early');
          }),
        );
        expect((await ask(await serve(app), { method: 'POST', body: 'x'.repeat(1000) })).body).toBe('early');
        late.resolve();
        expect(await outcome.promise).toMatch(/has already been read/);
      });
    });
  },
  ['full'],
);

interface Reading {
  text(): Promise<string>;
  readonly body: ReadableStream<Uint8Array> | null;
  toWeb(): Request;
}

function app<M>(
  kit: Kit<M>,
  limit: number,
  answer: (request: Reading) => HttpResponse | Response | Promise<HttpResponse>,
) {
  const application = kit.app({ server: { body_limit: limit } });
  application.pipe(kit.handler(answer));
  return application;
}

function echo<M>(kit: Kit<M>, limit: number) {
  return app(kit, limit, async (request) => new TextResponse(await request.text()));
}

function streaming<M>(kit: Kit<M>, limit: number) {
  return app(kit, limit, async (request) => new TextResponse(await new Response(request.body).text()));
}

function refusing<M>(kit: Kit<M>) {
  return app(kit, 10, () => new TextResponse('Too large for me.', 413));
}

function refusingByStream<M>(kit: Kit<M>) {
  return app(kit, 10, () => new Response('Too large for me.', { status: 413 }));
}

function contentLengthHead(length: number): string {
  return `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
}

function chunked(content: string): string {
  return `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;
}
