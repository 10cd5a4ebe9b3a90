import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import express, { type RequestHandler } from 'express';
import session from 'express-session';
import helmet from 'helmet';
import morgan from 'morgan';
import multer from 'multer';
import supertest from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import type { Application } from '../../../../src/b/index.ts';
import {
  defineMiddleware,
  EmptyResponse,
  HttpError,
  HttpResponse,
  JsonResponse,
  type ServerRequest,
  TextResponse,
} from '../../../../src/index.ts';
import {
  type ConnectMiddleware,
  type ConnectNext,
  fromConnect,
  nodeRequestOf,
  toNodeHandler,
} from '../../../../src/server/node/index.ts';
import { deferred } from '../../../support/deferred.ts';
import { askHttp2, serveHttp2 } from '../../../support/http2-client.ts';
import { ask, exchange, serve } from '../../../support/serve.ts';
import { openSocket } from '../../../support/web-socket-client.ts';
import { type App, echo, inBothVariants } from './apps.ts';
import { statusOf } from './listen.ts';

/** Responds in a few ways. */
function site(app: App): App {
  app.get('/text', () => new TextResponse('text', 200, { 'Set-Cookie': ['a=1', 'b=2'], Vary: 'Accept' }));
  app.get('/empty', () => new EmptyResponse(204));
  app.get('/same', () => new EmptyResponse(304, { ETag: '"1"' }));
  app.get(
    '/stream',
    () => new HttpResponse(Readable.toWeb(Readable.from(['one ', 'two'])) as ReadableStream),
  );
  app.get('/fails', () => {
    throw new HttpError(409, 'It is taken.');
  });
  app.post('/echo', [echo]);
  return app;
}

/** As `compression` does it: takes the place of the methods, and changes headers and body as they pass. */
const shouting: ConnectMiddleware = (_req, res, next) => {
  const { write, end, writeHead } = res;
  const shout = (chunk: unknown): unknown =>
    chunk === undefined || chunk === null ? chunk : Buffer.from(String(chunk).toUpperCase());
  const isUsual = (chunk: unknown): boolean => typeof chunk !== 'function';
  Object.assign(res, {
    writeHead(this: ServerResponse, ...given: [number]) {
      res.removeHeader('Content-Length');
      res.setHeader('X-Shouting', String(res.getHeader('content-type')));
      return writeHead.apply(this, given);
    },
    write: (chunk: unknown) => write.call(res, shout(chunk) as never, 'utf8'),
    end: (chunk?: unknown) => end.call(res, (isUsual(chunk) ? shout(chunk) : chunk) as never, 'utf8'),
  });
  next();
};

inBothVariants((make, variant) => {
  describe('Connect middleware that calls next', () => {
    test('adds its headers to the response: helmet', async () => {
      const app = site(make([fromConnect(helmet())]));
      const { port } = await serve(app);
      const overSocket = await ask({ port }, { path: '/text' });
      const inProcess = await app.request('/text');

      expect(overSocket).toMatchObject({
        status: 200,
        body: 'text',
        headers: {
          'x-frame-options': 'SAMEORIGIN',
          'content-length': '4',
          'content-type': 'text/plain; charset=utf-8',
          'set-cookie': ['a=1', 'b=2'],
        },
      });
      expect(inProcess.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(inProcess.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      const failed = await app.request('/fails');
      // In variant B the error passes helmet by, as it passes by any middleware that does not catch it.
      expect([failed.status, failed.headers.get('x-frame-options')]).toEqual([
        409,
        variant === 'a' ? 'SAMEORIGIN' : null,
      ]);
    });

    test('adds cookies and Vary, and has other headers replaced', async () => {
      const app = site(
        make([
          fromConnect((_req, res, next) => {
            res.setHeader('Set-Cookie', ['outer=1']).setHeader('Vary', 'Origin');
            res.setHeader('Content-Type', 'text/html').setHeader('Content-Length', 99);
            next();
          }),
        ]),
      );
      const { headers } = await app.request('/text');

      expect(headers.getSetCookie()).toEqual(['outer=1', 'a=1', 'b=2']);
      expect(['vary', 'content-type', 'content-length'].map((name) => headers.get(name))).toEqual([
        'Origin, Accept',
        'text/plain; charset=utf-8',
        '4',
      ]);
    });

    test('is notified of the end: morgan', async () => {
      const lines: string[] = [];
      const logged = deferred();
      const format = ':method :url :status :res[content-length] :remote-addr :http-version';
      const stream = {
        write: (line: string) => {
          lines.push(line.trim());
          if (lines.length === 5) logged.resolve();
        },
      };
      const app = site(make([fromConnect(morgan(format, { stream }))]));
      const { url, port } = await serve(app);
      await (await fetch(`${url}/text?x`)).text();
      await (await fetch(`${url}/fails`)).text();
      await (await fetch(`${url}/stream`)).text();
      await ask({ port }, { method: 'HEAD', path: '/text' });
      await ask({ port }, { path: '/empty' });
      await logged.promise;

      expect(lines).toEqual([
        'GET /text?x 200 4 127.0.0.1 1.1',
        `GET /fails 409 ${variant === 'a' ? '26' : '-'} 127.0.0.1 1.1`,
        'GET /stream 200 - 127.0.0.1 1.1',
        'HEAD /text 200 4 127.0.0.1 1.1',
        'GET /empty 204 - 127.0.0.1 1.1',
      ]);
    });

    test('may wait for the end in any number', async () => {
      const warning = vi.spyOn(process, 'emitWarning');
      const told = vi.fn();
      const all = deferred();
      const waiting: ConnectMiddleware = (_req, res, next) => {
        res.once('finish', told).once('close', () => told.mock.calls.length === 20 && all.resolve());
        next();
      };
      const { url } = await serve(site(make(Array.from({ length: 20 }, () => fromConnect(waiting)))));
      await (await fetch(`${url}/text`)).text();
      await all.promise;

      expect(told).toHaveBeenCalledTimes(20);
      expect(warning).not.toHaveBeenCalled();
    });

    test('keeps a session and sets its cookie when the head is written: express-session', async () => {
      const sessions = fromConnect(session({ secret: 'of a test', resave: false, saveUninitialized: false }));
      const app = site(make([sessions]));
      app.get('/count', (request) => {
        const kept = nodeRequestOf<{ session: { count?: number } }>(request).session ?? {};
        kept.count = (kept.count ?? 0) + 1;
        return new TextResponse(String(kept.count));
      });
      const { url } = await serve(app);
      for (const client of [
        (path: string, init?: RequestInit) => fetch(url + path, init),
        app.request.bind(app),
      ]) {
        const first = await client('/count');
        expect(await first.text()).toBe('1');
        const [cookie = ''] = first.headers.getSetCookie();
        expect(cookie).toMatch(/^connect\.sid=s%3A.+; Path=\/; HttpOnly$/);
        const second = await client('/count', { headers: { Cookie: cookie.split(';')[0] ?? '' } });
        expect([await second.text(), second.headers.getSetCookie()]).toEqual(['2', []]);
        expect((await client('/text')).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      }
    });

    test('reads a body, and leaves its result on req: multer', async () => {
      const app = site(make());
      app.post('/upload', [
        fromConnect(multer({ storage: multer.memoryStorage(), limits: { fileSize: 20_000 } }).single('file')),
        (request: ServerRequest) => {
          const { file, body } = nodeRequestOf<{ file: Express.Multer.File; body: { title: string } }>(
            request,
          );
          return new JsonResponse([file?.originalname, file?.size, body?.title]);
        },
      ]);
      const { url } = await serve(app);
      const form = (size: number): FormData => {
        const data = new FormData();
        data.set('title', 'A cat');
        data.set('file', new Blob(['x'.repeat(size)]), 'cat.txt');
        return data;
      };
      for (const base of [url, undefined]) {
        const send = (size: number): Promise<Response> => {
          const request = new Request(`${base ?? 'http://localhost'}/upload`, {
            method: 'POST',
            body: form(size),
          });
          return base === undefined ? app.fetch(request) : fetch(request);
        };
        expect(await (await send(10_000)).json()).toEqual(['cat.txt', 10_000, 'A cat']);
        expect(await statusOf(send(30_000))).toBe(500);
      }
    });

    test('passes data written through its own methods, streams and text', async () => {
      const app = site(make([fromConnect(shouting)]));
      const { url, port } = await serve(app);
      for (const client of [(path: string) => fetch(url + path), app.request.bind(app)]) {
        const response = await client('/text');
        expect([await response.text(), response.headers.get('x-shouting')]).toEqual([
          'TEXT',
          'text/plain; charset=utf-8',
        ]);
        expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
        expect(await (await client('/stream')).text()).toBe('ONE TWO');
      }
      const head = await ask({ port }, { method: 'HEAD', path: '/text' });
      expect([head.status, head.body]).toEqual([200, '']);
      const answers = await Promise.all(['/empty', '/same'].map((path) => ask({ port }, { path })));
      expect(answers.map(({ status, body, headers }) => [status, body, headers['content-length']])).toEqual([
        [204, '', undefined],
        [304, '', undefined],
      ]);
    });

    test('makes a stream wait for a client that does not read', async () => {
      let made = 0;
      const app = make([fromConnect(shouting)]);
      app.get('/endless', () => {
        const body = new ReadableStream({
          pull(controller) {
            made++;
            controller.enqueue(new Uint8Array(10_000));
          },
        });
        return new HttpResponse(body);
      });
      const response = await app.request('/endless');
      const reader = response.body?.getReader();
      await reader?.read();
      await new Promise(setImmediate);
      expect(made).toBeLessThan(8);
      await reader?.cancel();
    });

    test('sees values that others have left on req and on res.locals', async () => {
      const app = make([
        fromConnect((req, res, next) => {
          Object.assign(req, { user: 'ada' });
          Object.assign((res as ServerResponse & { locals: object }).locals, { nonce: 'n1' });
          next();
        }),
        fromConnect((req, res, next) => {
          const { user } = req as IncomingMessage & { user: string };
          res.setHeader(
            'X-Seen',
            `${user} ${(res as ServerResponse & { locals: { nonce: string } }).locals.nonce}`,
          );
          next();
        }),
      ]);
      app.get('/', (request) => new TextResponse(String(nodeRequestOf<{ user: string }>(request).user)));
      const response = await app.request('/');

      expect([await response.text(), response.headers.get('x-seen')]).toEqual(['ada', 'ada n1']);
    });

    test('sees the path after its prefix, and may rewrite path and method', async () => {
      const seen: unknown[] = [];
      const app = make();
      app.pipe(
        '/old',
        fromConnect((req, _res, next) => {
          const { originalUrl, baseUrl } = req as IncomingMessage & { originalUrl: string; baseUrl: string };
          seen.push([req.url, originalUrl, baseUrl]);
          if (req.url === '/go?x=1') req.url = '/gone?x=1';
          if (req.url === '/put') req.method = 'PUT';
          next();
        }),
      );
      app.pipe(
        ({ method, path, url }: ServerRequest) => new TextResponse(`${method} ${path} ${url.pathname}`),
      );
      const { port } = await serve(app);
      const overSocket = async (path: string): Promise<string> => (await ask({ port }, { path })).body;
      const inProcess = async (path: string): Promise<string> => (await app.request(path)).text();
      for (const client of [overSocket, inProcess]) {
        seen.length = 0;
        expect([
          await client('/old/go?x=1'),
          await client('/old/put'),
          await client('/OLD//evil.example'),
          await client('/old'),
        ]).toEqual([
          'GET /old/gone /old/go',
          'PUT /old/put /old/put',
          'GET /OLD//evil.example /OLD//evil.example',
          'GET /old /old',
        ]);
        expect(seen).toEqual([
          ['/go?x=1', '/old/go?x=1', '/old'],
          ['/put', '/old/put', '/old'],
          ['//evil.example', '/OLD//evil.example', '/OLD'],
          ['/', '/old', '/old'],
        ]);
      }
    });

    test('accepts the arguments of Express for next, and calls next once', async () => {
      const inner = vi.fn(() => new TextResponse('text'));
      const app = make([
        fromConnect((_req, _res, next) => next('route')),
        fromConnect((_req, _res, next) => {
          next();
          next();
        }),
      ]);
      app.get('/', inner);

      expect(await statusOf(app.request('/'))).toBe(200);
      expect(inner).toHaveBeenCalledTimes(1);
    });

    test('fails with an error that it passes to next while others still work, and drops their responses', async () => {
      const [slow, dropped] = [deferred(), deferred()];
      const app = make([
        fromConnect((_req, _res, next) => {
          next();
          setImmediate(() => next(new HttpError(503, 'It takes too long.')));
        }),
      ]);
      app.get('/', async () => {
        await slow.promise;
        return new HttpResponse(new ReadableStream({ cancel: () => dropped.resolve() }));
      });

      expect(await statusOf(app.request('/'))).toBe(503);
      slow.resolve();
      await dropped.promise;
    });
  });

  describe('Connect middleware that does not call next', () => {
    test('responds itself: at once, by a stream, or without a body', async () => {
      const app = make([
        fromConnect(async (req, res, next) => {
          if (req.url === '/once') res.writeHead(201, 'Made', ['X-A', '1', 'X-A', '2']).end('once');
          else if (req.url === '/object') res.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'] }).end();
          else if (req.url === '/stream') await pipeline(Readable.from(['one ', 'two']), res);
          else if (req.url === '/empty') res.writeHead(204).end('dropped');
          else if (req.url === '/same') res.writeHead(304, { ETag: '"1"' }).end();
          else next();
        }),
      ]);
      const { port } = await serve(app);
      const asked = ['/once', '/object', '/stream', '/empty', '/same', '/none'];
      const answers = await Promise.all(asked.map((path) => ask({ port }, { path })));

      expect(answers.map(({ status, body }) => [status, body])).toMatchObject([
        [201, 'once'],
        [200, ''],
        [200, 'one two'],
        [204, ''],
        [304, ''],
        [404, expect.stringContaining('404')],
      ]);
      expect(answers.map(({ headers }) => headers)).toMatchObject([
        { 'x-a': '1, 2', 'content-length': '4' },
        { 'set-cookie': ['a=1', 'b=2'] },
        {},
        {},
        { etag: '"1"' },
        {},
      ]);
      const heads = await Promise.all(
        ['/once', '/stream'].map((path) => ask({ port }, { method: 'HEAD', path })),
      );
      expect(heads.map(({ status, body }) => [status, body])).toEqual([
        [201, ''],
        [200, ''],
      ]);
    });

    test.each<[string, ConnectMiddleware]>([
      ['calls next(error)', (_req, _res, next) => next(new HttpError(403, 'Not you.'))],
      [
        'throws',
        () => {
          throw new HttpError(403, 'Not you.');
        },
      ],
      ['rejects', () => Promise.reject(new HttpError(403, 'Not you.'))],
      ['destroys its response', (_req, res) => void res.destroy(new HttpError(403, 'Not you.'))],
    ])('and %s ends in that error', async (_what, middleware) => {
      const app = make([fromConnect(middleware)]);
      const { url } = await serve(app);

      for (const response of [await app.request('/'), await fetch(url)]) {
        expect([response.status, await response.text()]).toEqual([403, '403 Forbidden\nNot you.\n']);
      }
    });

    test('and fails after its response has begun aborts its stream, which is logged once (S5)', async () => {
      const log = vi.fn();
      const app = make(
        [
          fromConnect(async (_req, res) => {
            res.write('half');
            await new Promise(setImmediate);
            throw new Error('broken');
          }),
        ],
        { log },
      );
      const { url } = await serve(app);

      await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
      expect(log.mock.calls.map(([error]) => error.message)).toEqual(['broken']);
    });

    test('nor responds is released when the client disconnects', async () => {
      const [log, entered, left] = [vi.fn(), deferred(), deferred()];
      const app = make(
        [
          defineMiddleware(async (request, next) => {
            try {
              return await next(request);
            } finally {
              left.resolve();
            }
          }),
          fromConnect(() => entered.resolve()),
        ],
        { log },
      );
      const { port } = await serve(app);
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'));
      await entered.promise;
      socket.destroy();
      await left.promise;

      expect(log).not.toHaveBeenCalled();
    });

    test('is notified when the client disconnects while it writes', async () => {
      const closed = deferred();
      const app = make([
        fromConnect((_req, res) => {
          res.write('first');
          res.once('close', () => closed.resolve());
        }),
      ]);
      const { port } = await serve(app);
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'));
      await once(socket, 'data');
      socket.destroy();
      await expect(closed.promise).resolves.toBeUndefined();
    });
  });

  describe('the body of a request that Connect middleware reads', () => {
    const reading: ConnectMiddleware = async (req, res) => {
      res.end(await text(req));
    };
    const chunked = (content: string): RequestInit & { duplex: 'half' } => {
      return { method: 'POST', body: new Response(content).body, duplex: 'half' };
    };

    test('is held to the limit of the application (S3)', async () => {
      const app = make([fromConnect(reading)], { server: { body_limit: 10 } });
      const { url } = await serve(app);

      for (const send of [
        (init: RequestInit) => fetch(url, init),
        (init: RequestInit) => app.fetch(new Request(url, init)),
      ]) {
        expect(await (await send(chunked('ten bytes.'))).text()).toBe('ten bytes.');
        expect(await statusOf(send(chunked('eleven bytes')))).toBe(413);
      }
    });

    test('is not waited for when it was read before', async () => {
      const log = vi.fn();
      const first = defineMiddleware(async (request, next) => {
        await request.text();
        return next(request);
      });
      const app = make([first, fromConnect(reading)], { log });
      const { url } = await serve(app);
      const init = { method: 'POST', body: 'once' };

      expect([await statusOf(fetch(url, init)), await statusOf(app.request('/', init))]).toEqual([500, 500]);
      expect(log.mock.calls.map(([error]) => error.code)).toEqual(['FW_BODY_USED', 'FW_BODY_USED']);
    });

    test('throws when it is used afterwards', async () => {
      const log = vi.fn();
      const app = make(
        [
          fromConnect(async (req, _res, next) => {
            await text(req);
            next();
          }),
        ],
        { log },
      );
      app.post('/echo', [echo]);
      const { url } = await serve(app);
      const init = { method: 'POST', body: 'once' };

      expect(await statusOf(fetch(`${url}/echo`, init))).toBe(500);
      expect(await statusOf(app.request('/echo', init))).toBe(500);
      expect(log.mock.calls.map(([error]) => error.code)).toEqual(['FW_BODY_USED', 'FW_BODY_USED']);
    });
  });

  test('an Express app runs in an application, and requests without a route of it continue', async () => {
    const legacy = express();
    legacy.use(express.json());
    legacy.get(
      '/hello/:to',
      (request, response) => void response.send(`Hello ${request.params.to} at ${request.baseUrl}`),
    );
    legacy.post('/json', (request, response) => void response.status(201).json(request.body));
    legacy.get('/stream', (_request, response) => void Readable.from(['one ', 'two']).pipe(response));
    const app = make().pipe('/legacy', fromConnect(legacy));
    app.pipe(({ path }: ServerRequest) => new TextResponse(`Fw has ${path}`));
    const { url } = await serve(app);

    for (const client of [
      (path: string, init?: RequestInit) => fetch(url + path, init),
      app.request.bind(app),
    ]) {
      expect(await (await client('/legacy/hello/you')).text()).toBe('Hello you at /legacy');
      const headers = { 'Content-Type': 'application/json' };
      const made = await client('/legacy/json', { method: 'POST', headers, body: '{"n":1}' });
      expect([made.status, await made.json()]).toEqual([201, { n: 1 }]);
      expect(await (await client('/legacy/stream')).text()).toBe('one two');
      expect(await (await client('/legacy/none')).text()).toBe('Fw has /legacy/none');
    }
  });

  test('middleware of Connect runs in an application in Express, and calls its next', async () => {
    const app = site(make([fromConnect(shouting), fromConnect(helmet())]));
    const outer = express().use(toNodeHandler(app));
    outer.get('/own', (_request, response) => void response.send('own'));
    const agent = supertest(outer);

    await agent.get('/text').expect(200, 'TEXT').expect('X-Frame-Options', 'SAMEORIGIN');
    await agent.get('/own').expect(200, 'own');
  });

  test('middleware of Connect runs before a WebSocket (S9)', async () => {
    const app = make([fromConnect(helmet()), fromConnect(shouting)]);
    (app as unknown as Application).upgrade('/echo', {
      message: (peer, message) => void peer.send(message.text()),
    });
    const { socket, headers, told } = await openSocket(await serve(app), '/echo');
    socket.send('hello');

    expect([headers['x-frame-options'], await told()]).toEqual(['SAMEORIGIN', 'hello']);
  });

  test('middleware of Connect runs in an application over HTTP/2', async () => {
    const legacy = express().post(
      '/json',
      express.json(),
      (request, response) => void response.json(request.body),
    );
    const app = site(make([fromConnect(shouting), fromConnect(helmet()), fromConnect(legacy)]));
    const session = await serveHttp2(app);
    const got = await askHttp2(session, { path: '/text' });
    expect([got.status, got.body, got.headers['x-frame-options']]).toEqual([200, 'TEXT', 'SAMEORIGIN']);
    const posted = await askHttp2(session, {
      method: 'POST',
      path: '/json',
      headers: { 'content-type': 'application/json' },
      body: '{"n":1}',
    });
    expect([posted.status, posted.body]).toEqual([200, '{"N":1}']);
  });
});

inBothVariants((make) => {
  test.each([
    ['two hosts', 'Host: a\r\nHost: b'],
    ['a body that is too large', 'Host: a\r\nContent-Length: 99999999'],
  ])(
    'an Express application never acts on a path whose guard is skipped because of %s (E6)',
    async (_, head) => {
      const deleted = vi.fn<() => void>();
      const legacy = express().delete('/admin/x', (_req, res) => {
        deleted();
        res.end();
      });
      const server = await serve(make([fromConnect(legacy)]));
      const answer = await exchange(
        server,
        `DELETE /admin/x HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`,
      );

      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(deleted).not.toHaveBeenCalled();
    },
  );
});

inBothVariants((make) => {
  test.each([
    ['an application', () => express().use((_request, response) => void response.end('admin page')), 400],
    ['a router', () => express.Router().use((_request, response) => void response.end('admin page')), 400],
    [
      'a middleware, which may be a guard',
      () => (_request: unknown, response: ServerResponse) => void response.writeHead(403).end(),
      403,
    ],
  ] as const)(
    '%s of Express under a prefix is reached in another case (P2)',
    async (_what, create, status) => {
      const app = make().pipe('/admin', fromConnect(create() as never));
      expect((await app.request('/ADMIN/users')).status).toBe(status);
      expect((await app.request('/admin/users')).status).toBe(status === 400 ? 200 : status);
    },
  );
});

test('fromConnect() accepts middleware, and rejects error middleware', () => {
  const forErrors = (_error: unknown, _req: unknown, _res: unknown, next: ConnectNext): void => next();

  const ofExpress: RequestHandler<{ id: string }> = (_req, res, next) => next(res.locals);
  const ofConnect = (
    req: IncomingMessage & { originalUrl?: string },
    _res: ServerResponse,
    next: () => void,
  ): void => (req.originalUrl === undefined ? undefined : next());
  for (const right of [ofExpress, ofConnect]) expect(fromConnect(right).name).toMatch(/^of/);
  // @ts-expect-error: it has four parameters
  expect(() => fromConnect(forErrors)).toThrow(
    'The argument middleware must be a function (req, res, next), not',
  );
  for (const wrong of [{}, undefined]) {
    expect(() => fromConnect(wrong as never)).toThrow(
      'The argument middleware must be a function (req, res, next), not',
    );
  }
});
