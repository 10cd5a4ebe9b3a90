import { H3 } from 'h3';
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { defineMiddleware, fromWeb, HttpError, TextResponse, type WebHandler } from '../../../src/index.ts';
import { deferred } from '../../support/deferred.ts';
import { serve } from '../../support/serve.ts';
import { echo, inBothVariants } from '../../server/node/connect/apps.ts';
import { statusOf } from '../../server/node/connect/listen.ts';

/** The properties of a request that a handler sees. */
const tell: WebHandler = async (request: Request) =>
  Response.json({ method: request.method, url: request.url, body: await request.text() });

inBothVariants((make) => {
  describe('fromWeb()', () => {
    test('mounts a Hono app under a prefix, which sees the path after it (P3)', async () => {
      const hono = new Hono<{ Bindings: { name: string } }>();
      hono.get('/hello/:to', (context) => context.text(`Hello ${context.req.param('to')} from Hono`));
      hono.post('/echo', async (context) => context.json(await context.req.json()));
      hono.get('/env', (context) => context.text(context.env.name));
      hono.get('/cookies', (context) => {
        context.header('Set-Cookie', 'a=1', { append: true });
        context.header('Set-Cookie', 'b=2', { append: true });
        return context.body(null, 204);
      });
      const app = make().pipe('/hono', fromWeb(hono));

      expect(await (await app.request('/hono/hello/you')).text()).toBe('Hello you from Hono');
      const echoed = await app.request('/hono/echo', { method: 'POST', body: '{"n":1}' });
      expect(await echoed.json()).toEqual({ n: 1 });
      const env = app.fetch(new Request('http://localhost/hono/env'), { name: 'bound' }, {});
      expect(await (await env).text()).toBe('bound');
      const cookies = await app.request('/hono/cookies');
      expect([cookies.status, cookies.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']]);
      const nothing = await app.request('/hono/nothing');
      expect([nothing.status, await nothing.text()]).toEqual([404, '404 Not Found']);
    });

    test('mounts an h3 app, over a socket too', async () => {
      const h3 = new H3().get('/hello/:to', ({ context }) => ({ hello: context.params?.['to'] }));
      h3.post('/echo', async (event) => event.req.text());
      const app = make().pipe('/h3', fromWeb(h3));
      const { url } = await serve(app);

      expect(await (await app.request('/h3/hello/you')).json()).toEqual({ hello: 'you' });
      expect(await (await fetch(`${url}/h3/hello/you`)).json()).toEqual({ hello: 'you' });
      const echoed = await fetch(`${url}/h3/echo`, { method: 'POST', body: 'x'.repeat(100_000) });
      expect((await echoed.text()).length).toBe(100_000);
      const head = await fetch(`${url}/h3/hello/you`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    });

    test.each([
      ['/sub/a%2Fb?q=%31&r', {}, 'http://localhost/a%2Fb?q=%31&r'],
      ['/sub', {}, 'http://localhost/'],
      ['/sub/', {}, 'http://localhost/'],
      ['/sub//evil.example/x', {}, 'http://localhost//evil.example/x'],
      ['/sub/%61dmin', {}, 'http://localhost/admin'],
      ['/sub/a%2Fb?q', { originalPath: true }, 'http://localhost/sub/a%2Fb?q'],
    ])('calls the handler of %s with %j with the URL %s', async (path, options, url) => {
      const app = make().pipe('/sub', fromWeb(tell, options));

      expect(await (await app.request(path)).json()).toMatchObject({ method: 'GET', url });
    });

    test('passes the method and the headers that outer middleware has changed', async () => {
      const tellUser = (request: Request): Response =>
        Response.json([request.method, request.headers.get('x-user')]);
      const change = defineMiddleware((request, next) =>
        next(request.withMethod('PUT').withHeader('X-User', 'ada')),
      );
      const app = make([change, fromWeb(tellUser)]);

      expect(await (await app.request('/')).json()).toEqual(['PUT', 'ada']);
    });

    test('calls a handler with the platform of fetch, and an object by its method', async () => {
      const handler = vi.fn(() => new Response('ok'));
      const app = make().pipe('/', fromWeb({ fetch: handler }));
      const request = new Request('http://localhost/');
      const info = { remoteAddr: { hostname: '192.0.2.1' } };
      await app.fetch(request);
      await app.fetch(request, info);
      await app.fetch(request, 'env', 'ctx');

      expect(handler.mock.calls.map((given: unknown[]) => given.slice(1))).toEqual([
        [],
        [info],
        ['env', 'ctx'],
      ]);
    });

    test('aborts the signal of the handler when the client has disconnected', async () => {
      const client = new AbortController();
      const gone = deferred<void>();
      const app = make().pipe(
        '/',
        fromWeb(({ signal }) => {
          signal.addEventListener('abort', () => gone.resolve());
          client.abort();
          return new Response();
        }),
      );
      await app.fetch(new Request('http://localhost/', { signal: client.signal }));
      await expect(gone.promise).resolves.toBeUndefined();
    });

    test('streams a body in, and holds it to the limit of the application (S3)', async () => {
      const app = make([], { server: { body_limit: 10 } }).pipe('/', fromWeb(tell));
      const chunked = (text: string): RequestInit & { duplex: 'half' } => {
        const body = new Response(text).body;
        return { method: 'POST', body, duplex: 'half' };
      };
      const { port } = await serve(app);
      const url = `http://127.0.0.1:${port}/`;

      expect(await statusOf(fetch(url, chunked('not much')))).toBe(200);
      expect(await statusOf(fetch(url, chunked('more than ten bytes')))).toBe(413);
      expect(await statusOf(fetch(url, { method: 'POST', body: 'more than ten bytes' }))).toBe(413);
    });

    test('throws in a handler that reads a body which was read before', async () => {
      const log = vi.fn();
      const reading = defineMiddleware(async (request, next) => {
        await request.text();
        return next(request);
      });
      const app = make([], { log });
      app.post('/read', [reading, fromWeb(tell)]);
      const { url } = await serve(app);

      expect(await statusOf(fetch(`${url}/read`, { method: 'POST', body: 'once' }))).toBe(500);
      expect(log.mock.calls.map(([error]) => error.code)).toEqual(['FW_BODY_USED']);
    });

    test('errors of a handler are handled like any other', async () => {
      const app = make().pipe(
        '/',
        fromWeb(() => {
          throw new HttpError(409, 'It is taken.');
        }),
      );
      const response = await app.request('/');

      expect([response.status, await response.text()]).toEqual([409, '409 Conflict\nIt is taken.\n']);
    });

    test('lets an application mounted this way render and log its own errors, and this one its own (E5)', async () => {
      const [innerLog, outerLog] = [vi.fn(), vi.fn()];
      const inner = make([], { log: innerLog, debug: 'everyone' });
      inner.get('/fails', () => {
        throw new Error('of the inner');
      });
      const app = make([], { log: outerLog }).pipe('/inner', fromWeb(inner));
      app.get('/fails', () => {
        throw new Error('of the outer');
      });

      expect(await (await app.request('/inner/fails')).text()).toContain('of the inner');
      expect(await (await app.request('/fails')).text()).toBe('500 Internal Server Error\n');
      expect([innerLog, outerLog].map(({ mock }) => mock.calls.map(([error]) => error.message))).toEqual([
        ['of the inner'],
        ['of the outer'],
      ]);
    });

    test('names a handler that returns no Response', async () => {
      const log = vi.fn();
      const app = make([], { log }).pipe('/', fromWeb((() => undefined) as never));

      expect(await statusOf(app.request('/'))).toBe(500);
      expect(log.mock.calls.map(([error]) => error.message)).toEqual([
        'The middleware fromWeb returned undefined for GET /; a Web handler must return a Response.',
      ]);
    });

    test('rejects a method that a Web Request cannot have', async () => {
      const app = make().pipe('/', fromWeb(tell));

      expect(await statusOf(app.request('/', { method: 'TRACE' }))).toBe(501);
    });

    test('drops the headers of a connection that a mounted app sets (S6)', async () => {
      const headers = {
        Connection: 'keep-alive, X-Hop',
        'X-Hop': '1',
        'Keep-Alive': 'timeout=1',
        Upgrade: 'h2c',
      };
      const app = make().pipe(
        '/',
        fromWeb(() => new Response('ok', { headers })),
      );
      const { headers: received } = await app.request('/');

      expect([...received.keys()]).toEqual(['content-type']);
    });
  });

  describe('app.fetch inside others', () => {
    test('inside a Hono app, by its mount()', async () => {
      const app = make();
      app.get(
        '/ping/{id}',
        (request) => new TextResponse(`${request.params['id']} ${JSON.stringify(request.platform)}`),
      );
      app.post('/echo', [echo]);
      const hono = new Hono().get('/own', (context) => context.text('own')).mount('/fw', app.fetch);

      expect(await (await hono.request('/fw/ping/7', undefined, { db: 'D1' })).text()).toBe(
        '7 {"env":{"db":"D1"}}',
      );
      expect(await (await hono.request('/fw/echo', { method: 'POST', body: 'text' })).text()).toBe('text');
      expect(await statusOf(hono.request('/fw/nothing'))).toBe(404);
      expect(await (await hono.request('/own')).text()).toBe('own');
    });

    test('inside an h3 app, by its mount()', async () => {
      const app = make();
      app.get('/ping', () => new TextResponse('pong'));
      app.post('/echo', [echo]);
      const h3 = new H3().mount('/fw', app);

      expect(await (await h3.request('/fw/ping')).text()).toBe('pong');
      expect(await (await h3.request('/fw/echo', { method: 'POST', body: 'text' })).text()).toBe('text');
      expect(await statusOf(h3.request('/fw/nothing'))).toBe(404);
    });
  });
});

test('fromWeb() rejects a value that is no handler', () => {
  expect(() => fromWeb({} as never)).toThrow(
    'The argument handler must be a function or an object with a method "fetch", not an object with the keys (none).',
  );
});
