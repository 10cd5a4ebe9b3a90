import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpResponse, TextResponse } from '../../../../src/index.ts';
import { type ConnectMiddleware, fromConnect } from '../../../../src/server/node/index.ts';
import { deferred } from '../../../support/deferred.ts';
import { serve } from '../../../support/serve.ts';
import { type App, inBothVariants } from './apps.ts';

type Client = (path: string, init?: RequestInit) => Promise<Response>;

/** A client over a socket, and one in the process. */
async function clientsOf(app: App): Promise<Client[]> {
  const { url } = await serve(app);
  return [(path, init) => fetch(url + path, init), app.request.bind(app)];
}

inBothVariants((make) => {
  describe('the response that Connect middleware writes to', () => {
    test('takes 16 KiB before its writer must wait, and emits "drain" when they have been read', async () => {
      const mayGoOn: boolean[] = [];
      const drained = vi.fn();
      const writing: ConnectMiddleware = (_req, res) => {
        res.on('drain', () => {
          drained();
          res.end('end');
        });
        for (const size of [1, 16_382, 0, 1, 5]) mayGoOn.push(res.write(Buffer.alloc(size)));
      };
      const { body } = await make([fromConnect(writing)]).request('/');
      expect(mayGoOn).toEqual([true, true, true, false, false]);
      expect(drained).not.toHaveBeenCalled();

      const lengths: number[] = [];
      for await (const { length } of body as unknown as AsyncIterable<Uint8Array>) lengths.push(length);
      expect(lengths).toEqual([1, 16_382, 1, 5, 3]);
      expect(drained).toHaveBeenCalledTimes(1);
    });

    test.each<[string, (res: ServerResponse, done: () => void) => unknown, string]>([
      ['end(callback)', (res, done) => res.end(done), 'ab'],
      ['end(chunk, callback)', (res, done) => res.end('c', done), 'abc'],
      ['end(chunk, encoding, callback)', (res, done) => res.end('63', 'hex', done), 'abc'],
    ])('calls back, and emits "finish" and "close" once: %s', async (_what, end, content) => {
      let events: string[] = [];
      let closed = deferred();
      const app = make([
        fromConnect((_req, res) => {
          const add = (what: string) => () => void events.push(what);
          res.on('finish', add('finish')).on('close', add('close'));
          res.once('close', () => closed.resolve());
          res.write('a', add('written'));
          res.write('Yg==', 'base64', add('written'));
          end(res, add('ended'));
        }),
      ]);
      for (const client of await clientsOf(app)) {
        [events, closed] = [[], deferred()];
        expect(await (await client('/')).text()).toBe(content);
        await closed.promise;
        expect(events).toEqual(['written', 'written', 'finish', 'ended', 'close']);
      }
    });

    test('ignores null in place of an encoding and a callback, which Fastify passes', async () => {
      const app = make([
        fromConnect((_req, res) => {
          const [write, end] = [res.write.bind(res), res.end.bind(res)] as unknown as ((
            ...given: unknown[]
          ) => void)[];
          write?.('a', null, null);
          end?.('b', null, null);
        }),
      ]);
      for (const client of await clientsOf(app)) expect(await (await client('/')).text()).toBe('ab');
    });

    test.each<[string, ConnectMiddleware]>([
      ['calls next(error)', (_req, _res, next) => next(new Error('wrong'))],
      ['rejects', () => Promise.reject(new Error('wrong'))],
      ['destroys it', (_req, res) => void res.destroy(new Error('wrong'))],
    ])('emits "close" when the middleware %s', async (_what, failing) => {
      let closed = deferred();
      const app = make([
        fromConnect((req, res, next) => {
          res.once('close', () => closed.resolve());
          return failing(req, res, next);
        }),
      ]);
      for (const client of await clientsOf(app)) {
        closed = deferred();
        expect((await client('/')).status).toBe(500);
        await closed.promise;
      }
    });

    test.each<[string, ConnectMiddleware]>([
      ['write()', (_req, res) => void res.write('text')],
      ['end()', (_req, res) => void res.end('text')],
      ['flushHeaders()', (_req, res) => res.flushHeaders()],
      ['writeHead()', (_req, res) => void res.writeHead(200)],
      ['next()', (_req, _res, next) => next()],
    ])('sends its headers once, by writeHead(), which middleware may replace: %s', async (how, begin) => {
      const written = vi.fn();
      const app = make([
        fromConnect((req, res, next) => {
          const { writeHead } = res;
          res.writeHead = (...given: unknown[]) => {
            written();
            res.setHeader('X-Late', 'yes');
            return writeHead.apply(res, given as [number]);
          };
          const before = res.headersSent;
          void begin(req, res, next);
          if (how === 'next()') return;
          expect([before, res.headersSent]).toEqual([false, true]);
          expect(() => writeHead.call(res, 500)).toThrow('Cannot write headers after they are sent');
          expect(() => res.setHeader('X-Later', 'no')).toThrow('after they are sent');
          res.end();
        }),
      ]);
      app.get('/', () => new TextResponse('text'));
      for (const client of await clientsOf(app)) {
        written.mockClear();
        const response = await client('/');
        await response.text();
        expect([response.status, response.headers.get('x-late')]).toEqual([200, 'yes']);
        expect(written).toHaveBeenCalledTimes(1);
      }
    });
  });

  describe('a stream of inner middleware that passes through Connect middleware', () => {
    test.each<[string, Record<string, string>, string | null]>([
      ['the Content-Length of the stream', { 'Content-Length': '7' }, '7'],
      ['no Content-Length, which measured another body', {}, null],
    ])('has %s', async (_what, headers, length) => {
      const app = make([
        fromConnect((_req, res, next) => {
          res.setHeader('X-Passed', 'yes').setHeader('Content-Length', 99);
          next();
        }),
      ]);
      app.get('/', () => new HttpResponse(new Blob(['one two']).stream(), 200, headers));
      for (const client of await clientsOf(app)) {
        const response = await client('/');
        expect([response.headers.get('x-passed'), response.headers.get('content-length')]).toEqual([
          'yes',
          length,
        ]);
        expect(await response.text()).toBe('one two');
      }
    });

    test('is written on whenever a client reads again', async () => {
      const passing: ConnectMiddleware = (_req, res, next) => {
        const { write } = res;
        res.write = ((chunk: unknown) => write.call(res, chunk as never, 'utf8')) as never;
        next();
      };
      const app = make([fromConnect(passing)]);
      app.get('/', () => {
        const body = new ReadableStream({
          start(controller) {
            for (let count = 0; count < 10; count++) controller.enqueue(new Uint8Array(10_000));
            controller.close();
          },
        });
        return new HttpResponse(body);
      });
      for (const client of await clientsOf(app)) {
        const response = await client('/');
        // Meanwhile the middleware writes until it must wait.
        await new Promise(setImmediate);
        expect((await response.arrayBuffer()).byteLength).toBe(100_000);
      }
    });
  });

  test.each<[string, RequestInit, string | undefined]>([
    ['GET has none', {}, undefined],
    ['HEAD has none', { method: 'HEAD' }, undefined],
    ['POST may have one', { method: 'POST', body: 'a' }, 'chunked'],
    ['POST says its length', { method: 'POST', body: 'a', headers: { 'Content-Length': '1' } }, undefined],
  ])(
    'a request in the process shows by its headers whether it has a body: %s',
    async (_what, init, coding) => {
      const app = make([
        fromConnect((req, res) => {
          res.setHeader('X-Coding', String(req.headers['transfer-encoding'])).end();
        }),
      ]);
      expect((await app.fetch(new Request('http://localhost/', init))).headers.get('x-coding')).toBe(
        String(coding),
      );
    },
  );

  test.each<[string, (req: IncomingMessage, hear: (chunk: Buffer | null) => void) => unknown]>([
    ['data', (req, hear) => req.on('data', (chunk: Buffer) => void hear(chunk))],
    [
      'data, resuming',
      (req, hear) =>
        req.on('data', (chunk: Buffer) => {
          hear(chunk);
          req.pause();
          setImmediate(() => req.resume());
        }),
    ],
    ['readable', (req, hear) => req.on('readable', () => hear(req.read()))],
    [
      'pipe',
      (req, hear) => req.pipe(new Writable({ write: (chunk, _encoding, done) => (hear(chunk), done()) })),
    ],
  ])('middleware that reads too large a body gets no more of it: %s (S3)', async (_way, read) => {
    let size = 0;
    const reading: ConnectMiddleware = (req, res) => {
      if (req.method === 'GET') res.end(`heard ${size}`);
      else read(req, (chunk) => (size += chunk?.length ?? 0));
    };
    const { port } = await serve(make([fromConnect(reading)], { server: { body_limit: 10 } }));
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nc\r\neleven bytes\r\n');
    const [rejection] = await once(socket, 'data');
    expect(String(rejection)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write('4\r\nmore\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/heard 12$/);
  });
});
