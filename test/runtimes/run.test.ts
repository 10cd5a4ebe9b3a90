// run() on each runtime that has it: an app in its own process, with real connections.
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../packages/runtime/test/support/tls.ts';
import type { AppServer } from '../support/server.ts';
import { SERVING_RUNTIMES } from './runtimes.ts';
import { responseOf, startApp } from './app-process.ts';

for (const runtime of SERVING_RUNTIMES) {
  describe(`an app on ${runtime.name}`, { tags: runtime.tags }, () => {
    let server: AppServer;

    beforeAll(async () => {
      if (runtime.absent === undefined) server = await startApp(runtime);
    });

    beforeEach((context) => {
      if (runtime.absent !== undefined) context.skip(runtime.absent);
    });

    afterAll(() => server?.stop());

    test('responds to requests', async () => {
      const response = await fetch(`${server.url}/`);
      expect([response.status, await response.text()]).toEqual([200, 'home']);
      expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
      expect((await fetch(`${server.url}/`, { method: 'DELETE' })).headers.get('allow')).toBe(
        'GET, HEAD, OPTIONS',
      );
      const head = await fetch(`${server.url}/`, { method: 'HEAD' });
      expect([head.headers.get('content-length'), await head.text()]).toEqual(['4', '']);
      expect((await fetch(`${server.url}/fails`)).status).toBe(500);
    });

    test('gives middleware all properties of a request', async () => {
      const response = await fetch(`${server.url}/request?q=a%20b`, { headers: { 'X-Agent': 'test' } });
      expect(await response.json()).toEqual({
        ip: '127.0.0.1',
        url: `${server.url}/request?q=a%20b`,
        path: '/request',
        q: 'a b',
        platform: null,
        agent: 'test',
        web: `${server.url}/request?q=a%20b`,
      });
    });

    test('reads separate cookie headers as one header', async () => {
      const lines =
        'GET /crumbs HTTP/1.1\r\nHost: a\r\nCookie: a=1\r\nCookie: b=2\r\nConnection: close\r\n\r\n';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(lines));
      expect(await text(socket)).toContain('["a=1; b=2","a=1; b=2","a=1; b=2"]');
    });

    test('sends each cookie in its own header', async () => {
      const { headers } = await fetch(`${server.url}/cookies`);
      expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    });

    test('reads bodies of every type', async () => {
      const form = new FormData();
      form.set('name', 'Ada');
      form.set('file', new Blob(['content'], { type: 'text/plain' }), 'a.txt');
      expect(await post('/text', 'täxt')).toBe('täxt');
      expect(await post('/text', '')).toBe('');
      expect(await post('/json', '{"a":[1]}')).toBe('{"a":[1]}');
      expect(await post('/size', new Uint8Array(1_000_000))).toBe('1000000');
      expect(await post('/form', form)).toBe('{"name":"Ada","file":"content"}');
      expect(await post('/pipe', 'streamed')).toBe('streamed');
      expect(await post('/web', 'of the Web')).toBe('of the Web');
      expect(await post('/ignored', 'x'.repeat(500_000))).toBe('not read');
    });

    test('rejects a body beyond the limit, with and without a length', async () => {
      const large = new Uint8Array(1_048_577);
      expect((await fetch(`${server.url}/size`, { method: 'POST', body: large })).status).toBe(413);
      const chunked = await fetch(`${server.url}/size`, {
        method: 'POST',
        body: streamOf(large),
        duplex: 'half',
      } as RequestInit);
      expect(chunked.status).toBe(413);
      expect((await fetch(`${server.url}/json`, { method: 'POST', body: '{' })).status).toBe(400);
    });

    test.each(['/text', '/web'])('waits for the body of %s no longer than the limit', async (path) => {
      const impatient = await startApp(runtime, { REQUEST_TIMEOUT: '300' });
      onTestFinished(async () => void (await impatient.stop()));
      const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1');
      // The server closes the connection behind its response, while the client still writes.
      socket.on('error', () => {});
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx`);
      const dripping = setInterval(() => socket.write('x'), 50);
      const [response] = (await once(socket, 'data')) as [Buffer];
      clearInterval(dripping);
      socket.destroy();
      expect(response.toString()).toMatch(/^HTTP\/1\.1 408 /);
    });

    test('rejects a body that a client announces with Expect', async () => {
      const outgoing = request(`${server.url}/size`, {
        method: 'POST',
        headers: { 'Content-Length': '2000000', Expect: '100-continue' },
      });
      const continued = once(outgoing, 'continue').then(() => 'continued');
      outgoing.flushHeaders();
      // The servers of Bun and Deno send "100 Continue" by themselves, before the application rejects the request.
      const isNative = ['Bun', 'Deno, native'].includes(runtime.name);
      const response = once(outgoing, 'response');
      const first = await (isNative ? response : Promise.race([response, continued]));
      outgoing.destroy();
      expect((first as [IncomingMessage])[0].statusCode).toBe(413);
    });

    test('lets a client send a body that it announces with Expect', async () => {
      const outgoing = request(`${server.url}/text`, {
        method: 'POST',
        headers: { 'Content-Length': '4', Expect: '100-continue' },
      });
      outgoing.flushHeaders();
      await once(outgoing, 'continue');
      expect(await responseOf(outgoing.end('text'))).toEqual([200, 'text']);
    });

    test('serves the files of its document root, whole and in part, and nothing else', async () => {
      const whole = await fetch(`${server.url}/file.txt`);
      expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'A file of the document root.\n',
      ]);
      const part = await fetch(`${server.url}/file.txt`, { headers: { Range: 'bytes=2-5' } });
      expect([part.status, await part.text()]).toEqual([206, 'file']);
      const etag = whole.headers.get('etag') ?? '';
      const unchanged = get(`${server.url}/file.txt`, { headers: { 'If-None-Match': etag } });
      expect(await responseOf(unchanged)).toEqual([304, '']);
      expect((await fetch(`${server.url}/%2e%2e/app.mjs`)).status).toBe(404);
    });

    test('sends large streams no faster than they are read', async () => {
      const response = await fetch(`${server.url}/large`);
      const { length } = new Uint8Array(await response.arrayBuffer());
      expect(length).toBe(20 * 1_048_576);
    });

    test('aborts the connection if a stream fails in the middle', async () => {
      const logged = server.printed('logged: It breaks.');
      await expect(fetch(`${server.url}/broken`).then((response) => response.text())).rejects.toThrow();
      await logged;
    });

    test('cancels a stream whose client disconnects', async () => {
      const cancelled = server.printed('cancelled');
      const abort = new AbortController();
      const response = await fetch(`${server.url}/endless`, { signal: abort.signal });
      await response.body?.getReader().read();
      abort.abort();
      await expect(cancelled).resolves.toBeUndefined();
    });

    test('aborts the signal of a request whose client disconnects', async () => {
      const [held, aborted] = [server.printed('held'), server.printed('aborted')];
      const outgoing = get(`${server.url}/gone`).on('error', () => {});
      await held;
      outgoing.destroy();
      await expect(aborted).resolves.toBeUndefined();
    });

    test('responds to several requests on one connection, also pipelined ones', async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const lines = (connection: string) => `GET / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
      socket.write(lines('keep-alive') + lines('keep-alive') + lines('close'));
      expect((await text(socket)).match(/\r\n\r\nhome/g)).toHaveLength(3);
    });

    // The server of Deno uses its own address for a missing Host.
    const needsHost = runtime.name !== 'Deno, native';

    test.each([
      ...(needsHost ? ['GET / HTTP/1.1\r\n\r\n'] : []),
      'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n',
      'nonsense\r\n\r\n',
    ])('rejects the request %j', async (bytes) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes));
      const [response] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
    });

    test.skipIf(!needsHost)('rejects a request without a Host over TLS as well', async () => {
      const secure = await startApp(runtime, { TLS: '1' });
      onTestFinished(async () => void (await secure.stop()));
      const port = Number(new URL(secure.url).port);
      const socket = connectSecurely({ port, host: '127.0.0.1', ca: certificate.cert });
      socket.write('GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    });

    async function post(path: string, body: NonNullable<RequestInit['body']>): Promise<string> {
      const response = await fetch(server.url + path, { method: 'POST', body });
      return response.text();
    }
  });
}

function streamOf(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
