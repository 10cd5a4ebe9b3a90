import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, TextResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { deferred } from '../support/deferred.ts';
import { lateStream } from '../support/late-stream.ts';
import { endlessResponse } from '../support/endless.ts';
import { ask, exchange, serve } from '../support/serve.ts';

const encoder = new TextEncoder();

inBothVariants((kit) => {
  describe('A response shared between requests', () => {
    test('changes to a response that a middleware keeps are not seen by the next request', async () => {
      const kept = new TextResponse('kept', 200, { 'X-Kept': '1' });
      const app = kit.app();
      let user = 0;
      app.pipe(kit.around((response) => response.withAddedHeader('Set-Cookie', `user=${++user}`)));
      app.pipe(kit.handler(() => kept));
      const server = await serve(app);
      const answers = [await ask(server), await ask(server)];
      expect(answers.map(({ headers, body }) => [headers['set-cookie'], body])).toEqual([
        [['user=1'], 'kept'],
        [['user=2'], 'kept'],
      ]);
      expect(kept.header('set-cookie')).toBeUndefined();
    });

    test('the error responses of one request do not appear in the next', async () => {
      const app = kit.routed();
      const server = await serve(app);
      expect((await ask(server, { path: '/one' })).body).toContain('/one');
      expect((await ask(server, { path: '/two' })).body).not.toContain('/one');
    });
  });

  describe('Line breaks in header values or the status text', () => {
    test.each<[string, () => HttpResponse]>([
      ['a header', () => new HttpResponse('', 200, { 'X-Name': 'a\r\nX-Evil: 1' })],
      ['a later header', () => new HttpResponse('').withHeader('X-Name', 'a\nX-Evil: 1')],
      ['the name of a header', () => new HttpResponse('').withHeader('X-Name: a\r\nX-Evil', '1')],
      ['the status text', () => new HttpResponse('').withStatus(200, 'OK\r\nX-Evil: 1')],
    ])('a line break in %s is a 500 without another header', async (_where, make) => {
      const log = vi.fn();
      const app = kit.app({ log });
      app.pipe(kit.handler(make));
      const answer = await exchange(
        await serve(app),
        'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 500 /);
      expect(answer).not.toMatch(/X-Evil/);
      expect(log).toHaveBeenCalledOnce();
    });
  });

  describe('Content-Length wrong or double', () => {
    test.each<[string, string, () => HttpResponse | Response, string | undefined]>([
      ['text of several bytes a character', 'GET', () => new TextResponse('zwölf'), '6'],
      ['HEAD', 'HEAD', () => new TextResponse('zwölf'), '6'],
      ['no body', 'GET', () => new HttpResponse(), '0'],
      ['204', 'GET', () => new HttpResponse('dropped', 204), undefined],
      ['304', 'GET', () => new HttpResponse('dropped', 304), undefined],
      ['a replaced body', 'GET', () => new TextResponse('long text').withBody('new'), '3'],
      [
        'a length that was set wrong',
        'GET',
        () => new HttpResponse('abc', 200, { 'content-length': '9' }),
        '3',
      ],
      ['a body that was written to', 'GET', written, '7'],
      ['bytes', 'GET', () => new HttpResponse(encoder.encode('ü')), '2'],
      ['a Web Response whose length is wrong', 'GET', wrongWebResponse, undefined],
    ])('Content-Length is right, once: %s', async (_what, method, make, length) => {
      const app = kit.app();
      app.pipe(kit.handler(make));
      const { headers, rawHeaders } = await ask(await serve(app), { method });
      expect(headers['content-length']).toBe(length);
      expect(rawHeaders.filter((name) => name.toLowerCase() === 'content-length')).toHaveLength(
        length === undefined ? 0 : 1,
      );
    });
  });

  describe('A decorated response losing its body or length', () => {
    test('decorating a response keeps its body and its length', async () => {
      const app = kit.app();
      app.pipe(kit.around((response) => response.withHeader('X-One', '1')));
      app.pipe(kit.around((response) => response.withStatus(201)));
      app.pipe(kit.answer('body'));
      expect(await ask(await serve(app))).toMatchObject({
        status: 201,
        body: 'body',
        headers: { 'x-one': '1', 'content-length': '4' },
      });
    });
  });

  describe('Set-Cookie joined with commas', () => {
    test.each<[string, () => HttpResponse | Response]>([
      [
        'an HttpResponse',
        () => new TextResponse('', 200, { 'Set-Cookie': ['a=1; Expires=Thu, 01 Jan', 'b=2'] }),
      ],
      [
        'a Web Response',
        () =>
          new Response('', {
            headers: [
              ['Set-Cookie', 'a=1; Expires=Thu, 01 Jan'],
              ['Set-Cookie', 'b=2'],
            ],
          }),
      ],
    ])('cookies are not joined: %s', async (_what, make) => {
      const app = kit.app();
      app.pipe(kit.around((response) => response.withAddedHeader('Set-Cookie', 'c=3')));
      app.pipe(kit.handler(make));
      const cookies = ['a=1; Expires=Thu, 01 Jan', 'b=2', 'c=3'];
      expect((await ask(await serve(app))).headers['set-cookie']).toEqual(cookies);
      expect((await app.request('/')).headers.getSetCookie()).toEqual(cookies);
    });
  });

  describe('A stream that fails half way', () => {
    test('a stream that fails half way closes the connection, is logged once, and the server continues (S5)', async () => {
      const log = vi.fn();
      const failure = new Error('the source failed');
      const app = kit.app({ log });
      app.pipe(
        '/stream',
        kit.handler(() => {
          let pulls = 0;
          return new HttpResponse(
            new ReadableStream({
              pull(controller) {
                if (pulls++ > 0) throw failure;
                controller.enqueue(encoder.encode('half'));
              },
            }),
          );
        }),
      );
      app.pipe(kit.answer('fine'));
      const server = await serve(app);
      await expect(ask(server, { path: '/stream' })).rejects.toThrow(/aborted|terminated|hang up/);
      expect(log.mock.calls.map(([error]) => error)).toEqual([failure]);
      expect((await ask(server)).body).toBe('fine');
    });
  });

  describe('HEAD on an endless stream', () => {
    test('HEAD on an endless stream gets a response, and the stream is cancelled', async () => {
      const cancelled = deferred();
      const app = kit.routed();
      app.get(
        '/',
        kit.handler(() => endlessResponse(cancelled.resolve)),
      );
      const { status, body } = await ask(await serve(app), { method: 'HEAD' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      await cancelled.promise;
    });
  });

  describe('A stream left open when the client goes away before the first byte', () => {
    test('a stream is cancelled when the client goes away before the first byte', async () => {
      const opened = deferred();
      const cancelled = deferred();
      const app = kit.app();
      app.pipe(
        kit.handler(
          () =>
            new HttpResponse(
              new ReadableStream({ pull: () => opened.resolve(), cancel: () => cancelled.resolve() }),
            ),
        ),
      );
      const socket = connect((await serve(app)).port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
      await opened.promise;
      socket.destroy();
      await expect(cancelled.promise).resolves.toBeUndefined();
    });

    test('a stream is cancelled when the client disconnected before the response', async () => {
      const { app, arrived, cancelled } = lateStream(kit);
      const socket = connect((await serve(app)).port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
      await arrived.promise;
      socket.destroy();
      await expect(cancelled.promise).resolves.toBeUndefined();
    });
  });

  describe('A stream whose consumer is slow', () => {
    test('a stream waits for a slow client', async () => {
      const chunk = new Uint8Array(65_536);
      let pulls = 0;
      const app = kit.app();
      app.pipe(
        '/stream',
        kit.handler(
          () =>
            new HttpResponse(
              new ReadableStream({
                pull(controller) {
                  pulls++;
                  if (pulls > 2000) controller.close();
                  else controller.enqueue(chunk);
                },
              }),
            ),
        ),
      );
      app.pipe(kit.answer('fine'));
      const server = await serve(app);
      const outgoing = get(`${server.url}/stream`, { agent: false });
      onTestFinished(() => void outgoing.destroy());
      outgoing.on('error', () => {});
      const [incoming] = await once(outgoing, 'response');
      incoming.pause();
      // As many turns of the loop as would pull the whole stream if nothing held it back.
      for (let turn = 0; turn < 3000; turn++) await setImmediate();
      expect((await ask(server)).body).toBe('fine');
      expect(pulls).toBeLessThan(1000);
    });
  });

  describe('A stream that fails half way', () => {
    test('a stream that has already been read is an error, not an empty response', async () => {
      const app = kit.app({ log: () => {} });
      app.pipe(
        '/used',
        kit.handler(async () => {
          const response = new Response('used');
          await response.text();
          return response;
        }),
      );
      app.pipe(kit.answer('fine'));
      const server = await serve(app);
      const used = await ask(server, { path: '/used' }).catch((error: unknown) => error);
      if (!(used instanceof Error)) expect(used).toMatchObject({ status: 500 });
      expect((await ask(server)).body).toBe('fine');
    });
  });
});

function written(): HttpResponse {
  const response = new TextResponse('abc');
  response.body.write(encoder.encode('dü'));
  response.body.write('x');
  return response;
}

function wrongWebResponse(): Response {
  return new Response('abc', { headers: { 'Content-Length': '999' } });
}
