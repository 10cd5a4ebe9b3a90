/** @module-tag full */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { get } from 'node:https';
import { constants } from 'node:http2';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpResponse, type ServerConfig, TextResponse } from '../../../src/index.ts';
import { kitOfB } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { http2, http2Client, silentClient, silentTlsClient } from '../../support/silent-clients.ts';
import { serve } from '../../support/serve.ts';
import { certificate } from '../../support/tls.ts';

const HALF_HEADERS = 'GET / HTTP/1.1\r\nHost: h\r\nX-Slow';
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf';
// Long enough for TLS to be established on a busy machine.
const HEADERS_LIMIT = { headers_timeout: 300 };
const REQUEST_LIMIT = { request_timeout: 200 };

const kit = kitOfB();

describe('a client that does not come to an end is sent away (S5)', () => {
  test('HTTP/1 with a limit for the whole request alone', async () => {
    const { server } = await reading(REQUEST_LIMIT, false);
    expect(await text(await silentClient(server, HALF_BODY))).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['half of TLS', '\x16\x03\x01\x02\x00'],
  ])('%s where TLS is spoken', async (_what, bytes) => {
    const { server } = await reading(HEADERS_LIMIT);
    expect(await text(await silentClient(server, bytes))).toBe('');
  });

  test.each([
    ['nothing', HEADERS_LIMIT, ''],
    ['half the headers', HEADERS_LIMIT, HALF_HEADERS],
    ['half a body', REQUEST_LIMIT, HALF_BODY],
  ])('HTTP/1 over TLS: %s', async (_what, limits, bytes) => {
    const { server } = await reading(limits);
    expect(await text(await silentTlsClient(server, 'http/1.1', bytes))).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each([
    ['nothing', ''],
    ['no stream', http2.preface],
    ['half the headers', http2.halfHeaders],
  ])('HTTP/2: %s', async (_what, bytes) => {
    const { server } = await reading(HEADERS_LIMIT);
    const socket = await silentTlsClient(server, 'h2', bytes);
    await expect(once(socket.resume(), 'end')).resolves.toEqual([]);
  });

  test('HTTP/2: a session that is idle after its requests gets GOAWAY', async () => {
    const { server } = await reading(HEADERS_LIMIT);
    const session = http2Client(server);
    expect(await text(session.request({ ':path': '/' }))).toBe('');
    const [code] = await once(session, 'goaway');
    expect(code).toBe(0);
  });

  test('HTTP/2: half a body is 408, and the session continues', async () => {
    const { server, failed } = await reading(REQUEST_LIMIT);
    const session = http2Client(server);
    const stream = session.request({ ':method': 'POST' });
    stream.write('half');
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(408);
    await Promise.all([once(stream, 'close'), stream.resume()]);
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    expect(String(await failed.promise)).toMatch('The client disconnected');
    expect(await text(session.request({ ':path': '/' }))).toBe('');
  });

  test('HTTP/2: half a body is reset when its response has begun', async () => {
    const cancelled = deferred();
    const app = kit.app({ server: REQUEST_LIMIT });
    app.pipe(
      kit.handler(
        () =>
          new HttpResponse(
            new ReadableStream({
              start: (controller) => controller.enqueue('begun'),
              cancel: () => cancelled.resolve(),
            }),
          ),
      ),
    );
    const session = http2Client(await serve(app, { tls: certificate }));
    const stream = session.request({ ':method': 'POST' });
    const failed = once(stream, 'error');
    stream.write('half');
    stream.resume();
    await failed;
    expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    await cancelled.promise;
  });

  test('HTTP/2: data after a whole response is not read forever, and the response stays whole', async () => {
    const app = kit.app({ server: { ...REQUEST_LIMIT, body_limit: 10 } });
    app.pipe(kit.handler(async (request) => new TextResponse(await request.text())));
    const session = http2Client(await serve(app, { tls: certificate }));
    const stream = session.request({ ':method': 'POST' });
    const sending = setInterval(() => stream.write('more than ten bytes'), 20);
    onTestFinished(() => clearInterval(sending));
    stream.once('aborted', () => clearInterval(sending));
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(413);
    expect(await text(stream)).toMatch('large');
    await once(stream, 'close');
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  });
});

describe('a client that takes its time where it may is not sent away', () => {
  test('HTTP/2: a response that takes longer than both limits', async () => {
    const app = kit.app({ server: { ...HEADERS_LIMIT, ...REQUEST_LIMIT } });
    const arrived = deferred();
    const release = deferred();
    app.pipe(
      '/held',
      kit.handler(async (request) => {
        const body = await request.text();
        arrived.resolve();
        await release.promise;
        return new TextResponse(body);
      }),
    );
    app.pipe(kit.answer('other'));
    const server = await serve(app, { tls: certificate });
    const held = http2Client(server).request({ ':method': 'POST', ':path': '/held' });
    held.end('whole');
    const answer = text(held);
    await arrived.promise;
    // Another session, begun later, is sent away because it is idle; the first one could have been too.
    const idle = http2Client(server);
    const closed = once(idle, 'close');
    await text(idle.request({ ':path': '/' }));
    await closed;
    release.resolve();
    expect(await answer).toBe('whole');
  });
});

test('without a setting, the limits over TLS are those of Node for HTTP/1', async () => {
  const servers = new Set<Server>();
  const listener = (message: unknown): void => void servers.add((message as { server: Server }).server);
  subscribe('http.server.request.start', listener);
  onTestFinished(() => void unsubscribe('http.server.request.start', listener));
  const { server } = await reading({});
  const [incoming] = await once(get(server.url, { agent: false, ca: certificate.cert }), 'response');
  await text(incoming);
  const limits = [...servers].map(({ headersTimeout, requestTimeout, keepAliveTimeout }) => ({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
  }));
  expect(limits).toContainEqual({
    headersTimeout: 60_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 5000,
  });
});

test('HTTP/1.1 over TLS needs a Host as well', async () => {
  const { server } = await reading({});
  const socket = await silentTlsClient(server, 'http/1.1', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

/** A server that responds with the body of the request, and reports why it could not read it. */
async function reading(limits: ServerConfig, secure = true) {
  const failed = deferred<unknown>();
  const app = kit.app({ server: limits });
  app.pipe(
    kit.handler(async (request) => {
      const body = request.text();
      body.catch(failed.resolve);
      return new TextResponse(await body);
    }),
  );
  return { server: await serve(app, secure ? { tls: certificate } : {}), failed };
}
