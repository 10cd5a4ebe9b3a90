import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, createSecureServer, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import helmet from 'helmet';
import supertest from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createViteServer } from 'vitest/node';
import { Application } from '../../../../src/b/index.ts';
import {
  defineMiddleware,
  EmptyResponse,
  HttpError,
  HttpResponse,
  JsonResponse,
  TextResponse,
} from '../../../../src/index.ts';
import { toNodeHandler } from '../../../../src/server/node/index.ts';
import { deferred } from '../../../support/deferred.ts';
import { ask, serve } from '../../../support/serve.ts';
import { certificate } from '../../../support/tls.ts';
import { type App, echo, inBothVariants, type MakeApp } from './apps.ts';
import { listen, listenOn, statusOf } from './listen.ts';

function site(make: MakeApp): App {
  const app = make();
  app.get('/ping', ({ ip, path }) => new JsonResponse({ ip, path }));
  app.post('/echo', [echo]);
  app.get('/fails', () => {
    throw new HttpError(409, 'It is taken.');
  });
  app.get('/cookies', () => {
    return new HttpResponse('ok', 200, {
      'Set-Cookie': ['a=1', 'b=2'],
      Vary: 'Accept, origin',
      'X-Powered-By': 'Fw',
    });
  });
  return app;
}

inBothVariants((make, variant) => {
  describe('a handler for a custom server', () => {
    test('responds under http.createServer(), and has the address of the peer', async () => {
      const { url } = await listen(toNodeHandler(site(make)));

      expect(await (await fetch(`${url}/ping?x`)).json()).toEqual({ ip: '127.0.0.1', path: '/ping' });
      expect(await (await fetch(`${url}/echo`, { method: 'POST', body: 'text' })).text()).toBe('text');
      expect(await statusOf(fetch(`${url}/nothing`))).toBe(404);
      expect(await statusOf(fetch(`${url}/ping`, { method: 'POST' }))).toBe(405);
      const head = await fetch(`${url}/ping`, { method: 'HEAD' });
      expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true]);
    });

    test('responds under http2, with TLS and without', async () => {
      const handler = toNodeHandler(site(make));
      const servers = [
        ['https', createSecureServer({ ...certificate, allowHTTP1: true }, handler)],
        ['http', createServer(handler)],
      ] as const;
      for (const [scheme, server] of servers) {
        await listenOn(server as never);
        const session = connect(`${scheme}://localhost:${(server.address() as AddressInfo).port}`, {
          ca: certificate.cert,
        });
        const stream = session.request({ ':path': '/cookies' });
        const headers = new Promise((resolve) => stream.once('response', resolve));
        expect(await headers).toMatchObject({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] });
        expect(await text(stream)).toBe('ok');
        session.destroy();
      }
    });

    test('leaves signals, the process and the server alone', () => {
      const counts = (): number[] =>
        ['SIGTERM', 'SIGINT', 'exit'].map((event) => process.listenerCount(event));
      const before = counts();
      toNodeHandler(site(make));

      expect(counts()).toEqual(before);
    });

    test('opens no WebSocket, and reports that', async () => {
      const app = make();
      (app as unknown as Application).upgrade('/socket', {});
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      };

      expect((await ask(await listen(toNodeHandler(app)), { path: '/socket', headers })).status).toBe(501);
    });

    test('responds under supertest', async () => {
      const agent = supertest(toNodeHandler(site(make)));

      await agent.get('/ping').expect(200);
      await agent.post('/echo').send('text').expect(200, 'text');
      await agent.get('/nothing').expect(404);
    });

    test('serves the document root, and holds bodies to the limit (S2, S3)', async () => {
      const root = await mkdtemp(join(tmpdir(), 'fw-root-'));
      onTestFinished(() => rm(root, { recursive: true }));
      await writeFile(join(root, 'logo.svg'), '<svg/>');
      const app = make([], { server: { document_root: root, body_limit: 5 } });
      app.post('/echo', [echo]);
      const agent = supertest(toNodeHandler(app));

      await agent.get('/logo.svg').expect(200).expect('Content-Type', /svg/);
      await agent.get('/none.svg').expect(404);
      await agent.post('/echo').send('short').expect(200, 'short');
      await agent.post('/echo').send('too long').expect(413);
    });

    test('passes a platform, and notifies waiting handlers when the server closes', async () => {
      const stop = new AbortController();
      const waits = deferred();
      const app = make();
      app.get('/platform', (request) => new JsonResponse(request.platform));
      app.get('/waits', async ({ closing }) => {
        waits.resolve();
        await new Promise((resolve) => closing.addEventListener('abort', resolve));
        return new TextResponse('closing');
      });
      const { url } = await listen(
        toNodeHandler(app, { platform: { db: 'D1' } as never, closing: stop.signal }),
      );

      const platform = await fetch(`${url}/platform`);
      expect([await platform.json(), platform.headers.get('connection')]).toEqual([
        { db: 'D1' },
        'keep-alive',
      ]);
      const waiting = fetch(`${url}/waits`);
      await waits.promise;
      stop.abort();
      const answer = await waiting;
      expect([await answer.text(), answer.headers.get('connection')]).toEqual(['closing', 'close']);
    });
  });

  describe('a handler among others', () => {
    test('responds inside Express to its routes, and calls next for the rest', async () => {
      const outer = express();
      outer.use(helmet());
      outer.use(toNodeHandler(site(make)));
      outer.post('/upload', express.text(), (request, response) => {
        response.send(`Express has ${request.url} ${request.body}`);
      });
      const agent = supertest(outer);

      await agent.get('/ping').expect(200).expect('X-Frame-Options', 'SAMEORIGIN');
      await agent
        .post('/upload?x=%20')
        .type('text')
        .send('text')
        .expect(200, 'Express has /upload?x=%20 text');
      await agent.get('/nothing').expect(404, /Cannot GET \/nothing/);
      await agent.get('/fails').expect(409, /It is taken/);
      await agent.post('/ping').expect(405).expect('Allow', 'GET, HEAD, OPTIONS');
    });

    test('sees the path after that of use(), and no other host in it', async () => {
      const app = make();
      app.any(
        '/{rest:.*}',
        ({ path, originalPath, url }) => new JsonResponse([path, originalPath, url.host]),
      );
      const outer = express().use('/fw', toNodeHandler(app));
      const { port } = await listen(outer);
      const paths = ['/fw/a%2Fb', '/fw', '/fw//evil.example', '/FW/a'];
      const answers = await Promise.all(paths.map((path) => ask({ port }, { path })));

      expect(answers.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
        ['/a%2Fb', '/', '//evil.example', '/a'].map((path) => [path, path, `127.0.0.1:${port}`]),
      );
    });

    test.each(['/fw//admin/users', 'http://x/fw//admin/users'])(
      'no guard of Express 4 is skipped, which removes a slash behind the path of use(): %s (P1)',
      async (target) => {
        const app = make();
        app.get('/admin/users', () => new TextResponse('admin page'));
        const handler = toNodeHandler(app);
        // As Express 4 calls it.
        const { port } = await listen((incoming: IncomingMessage & { originalUrl?: string }, outgoing) => {
          const { url = '' } = incoming;
          incoming.originalUrl = url;
          incoming.url = url.replace('/fw//', '/');
          handler(incoming, outgoing, () => outgoing.writeHead(404).end('passed on'));
        });

        expect((await ask({ port }, { path: target })).body).toBe('passed on');
      },
    );

    test('delegates a body larger than its limit without a route, and rejects it with a route (S3)', async () => {
      const app = make([], { server: { body_limit: 5 } });
      app.post('/echo', [echo]);
      const outer = express().use(toNodeHandler(app));
      outer.post('/upload', express.text(), (request, response) => response.send(request.body));
      const agent = supertest(outer);

      await agent.post('/upload').type('text').send('more than five').expect(200, 'more than five');
      await agent.post('/echo').type('text').send('more than five').expect(413);
    });

    test('calls next for a path that cannot be routed', async () => {
      const seen = vi.fn();
      const handler = toNodeHandler(site(make));
      const { port } = await listen((incoming, outgoing) => {
        handler(incoming, outgoing, () => {
          seen(incoming.url);
          outgoing.writeHead(400).end();
        });
      });
      await ask({ port }, { path: '/%zz' });

      expect(seen.mock.calls).toEqual([['/%zz']]);
    });

    test('does not touch the response when it calls next, and runs its middleware once', async () => {
      const layer = vi.fn();
      const app = make([
        defineMiddleware(async (request, next) => {
          layer();
          return (await next(request)).withHeader('X-Layer', 'fw');
        }),
      ]);
      app.get('/ping', () => new TextResponse('pong'));
      const outer = express().use(toNodeHandler(app));
      outer.get('/own', (_request, response) => void response.send('own'));
      const agent = supertest(outer);

      await agent.get('/ping').expect('X-Layer', 'fw');
      const own = await agent.get('/own').expect(200, 'own');
      expect([own.headers['x-layer'], layer.mock.calls.length]).toEqual([undefined, 2]);
    });

    test('sends the response of middleware that replaces a 404', async () => {
      const app = make([
        defineMiddleware(async (request, next) => {
          const response = await next(request);
          return response.status === 404 ? new TextResponse('my own page', 404) : response;
        }),
      ]);

      await supertest(express().use(toNodeHandler(app)))
        .get('/nothing')
        .expect(404, 'my own page');
    });

    test('adds its cookies and its Vary to those that are set already', async () => {
      const outer = express();
      outer.use((_request, response, next) => {
        response.cookie('outer', '1');
        response.vary('Origin');
        response.setHeader('X-Powered-By', 'Express');
        response.setHeader('Content-Length', '999');
        next();
      });
      outer.use(toNodeHandler(site(make)));
      const { headers } = await supertest(outer).get('/cookies').expect(200, 'ok');

      expect(headers).toMatchObject({
        'set-cookie': ['outer=1; Path=/', 'a=1', 'b=2'],
        vary: 'origin, Accept',
        'x-powered-by': 'Fw',
        'content-length': '2',
      });
    });

    test('reports that a body was read before it', async () => {
      const log = vi.fn();
      const app = make([], { log });
      app.post('/echo', [echo]);
      const outer = express().use(express.json(), toNodeHandler(app));
      await supertest(outer).post('/echo').send({ n: 1 }).expect(500);

      expect(log.mock.calls.map(([error]) => error.code)).toEqual(['FW_BODY_USED']);
    });

    test.runIf(variant === 'a')('responds in the middleware of Vite', async () => {
      const vite = await createViteServer({
        configFile: false,
        appType: 'custom',
        logLevel: 'silent',
        server: { middlewareMode: true, ws: false },
        optimizeDeps: { noDiscovery: true },
      });
      onTestFinished(() => vite.close());
      vite.middlewares.use(toNodeHandler(site(make)));
      vite.middlewares.use('/sub', toNodeHandler(site(make)));
      const { url } = await listen(vite.middlewares);

      expect(await (await fetch(`${url}/ping`)).json()).toMatchObject({ path: '/ping' });
      expect(await (await fetch(`${url}/sub/ping`)).json()).toMatchObject({ path: '/ping' });
      expect(await statusOf(fetch(`${url}/nothing`))).toBe(404);
      expect(await statusOf(fetch(`${url}/@vite/client`))).toBe(200);
    });

    test('does not stop the server when a stream fails half way', async () => {
      const log = vi.fn();
      const app = make([], { log });
      app.get('/breaks', () => {
        let chunks = 0;
        const body = new ReadableStream({
          pull(controller) {
            if (chunks++ === 0) controller.enqueue('half');
            else controller.error(new Error('broken'));
          },
        });
        return new HttpResponse(body);
      });
      app.get('/empty', () => new EmptyResponse(304, { ETag: '"1"' }));
      const { url, port } = await listen(express().use(toNodeHandler(app)));

      await expect(fetch(`${url}/breaks`).then((response) => response.text())).rejects.toThrow();
      expect(log.mock.calls.map(([error]) => error.message)).toEqual(['broken']);
      const { status, headers } = await ask({ port }, { path: '/empty' });
      expect([status, headers.etag, headers['content-length']]).toEqual([304, '"1"', undefined]);
    });
  });
});

test("the result of run() has Node's own server, for other libraries", async () => {
  const { server, url } = await serve(new Application().pipe(() => new TextResponse('Fw')));
  server.keepAliveTimeout = 1000;
  const asked = once(server as Server, 'request') as Promise<[IncomingMessage]>;
  const response = await fetch(`${url}/path`);

  expect([await response.text(), response.headers.get('keep-alive')]).toEqual(['Fw', 'timeout=1']);
  expect((await asked)[0].url).toBe('/path');
});

test('a handler is created from applications only', () => {
  expect(() => toNodeHandler({} as never)).toThrow(
    'The argument application must be an application of fw-runtime/a or fw-runtime/b',
  );
});
