import express from 'express';
import { rateLimit } from 'express-rate-limit';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { HttpError, InvalidArgumentError, passOn, TextResponse } from '../../../../src/index.ts';
import { fromConnect, toNodeHandler } from '../../../../src/server/node/index.ts';
import { serve } from '../../../support/serve.ts';
import { type App, inBothVariants, type MakeApp } from './apps.ts';

// An Express app whose routes move to Fw one by one.

function legacyApp(): express.Express {
  const legacy = express();
  legacy.post('/posts', (_request, response) => void response.send('legacy: created'));
  legacy.get('/old', (_request, response) => void response.send('legacy: old'));
  return legacy;
}

function moved(make: MakeApp, layers: Parameters<MakeApp>[0] = []): App {
  const app = make(layers);
  app.get('/posts', () => new TextResponse('moved: list'));
  app.get('/missing', () => new TextResponse('moved: missing', 404));
  app.get('/forbidden', () => new TextResponse('moved: not like this', 405));
  app.get('/thrown', () => {
    throw new HttpError(404, 'moved: thrown');
  });
  return app;
}

const exchanges: readonly [request: string, status: number, body: RegExp][] = [
  ['GET /posts', 200, /^moved: list$/],
  ['POST /posts', 200, /^legacy: created$/],
  ['GET /old', 200, /^legacy: old$/],
  // Statuses that a handler chose are final.
  ['GET /missing', 404, /^moved: missing$/],
  ['GET /forbidden', 405, /^moved: not like this$/],
  ['GET /thrown', 404, /moved: thrown/],
];

inBothVariants((make) => {
  describe('an Express app behind Fw gets the requests that routing delegates', () => {
    test.each(exchanges)('toNodeHandler() with passOn: %s is %i', async (request, status, body) => {
      const [method = '', path = ''] = request.split(' ');
      const outer = express().use(toNodeHandler(moved(make) as never, { passOn: [404, 405] }), legacyApp());
      const response = await supertest(outer)[method.toLowerCase() as 'get'](path);
      expect([response.status, response.text]).toEqual([status, expect.stringMatching(body)]);
    });

    test.each(exchanges)('passOn() in the pipeline: %s is %i', async (request, status, body) => {
      const [method = '', path = ''] = request.split(' ');
      const app = moved(make, [passOn([404, 405])]).pipe(fromConnect(legacyApp()));
      const { url } = await serve(app);
      for (const response of [await fetch(url + path, { method }), await app.request(path, { method })]) {
        expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(body)]);
      }
    });

    test('without another response, the response is the 405 or 404 of routing (R7)', async () => {
      const app = moved(make, [passOn([404, 405])]).pipe(fromConnect(legacyApp()));
      const wrongMethod = await app.request('/posts', { method: 'DELETE' });
      expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect((await app.request('/nowhere')).status).toBe(404);
    });

    test('without 405 a request for another method is a 405, and with [] nothing continues', async () => {
      const app = moved(make) as never;
      const usual = supertest(express().use(toNodeHandler(app), legacyApp()));
      await usual.get('/old').expect(200, 'legacy: old');
      await usual.post('/posts').expect(405);
      const alone = supertest(express().use(toNodeHandler(app, { passOn: [] }), legacyApp()));
      await alone.get('/old').expect(404);
      await alone.post('/posts').expect(405);
    });
  });

  describe('an Express app in front of Fw', () => {
    test('responds to its routes, and delegates the rest', async () => {
      const app = moved((layers) => make([fromConnect(legacyApp()), ...(layers ?? [])]));
      expect(await (await app.request('/old')).text()).toBe('legacy: old');
      expect(await (await app.request('/posts')).text()).toBe('moved: list');
    });

    test('keeps the settings and methods of Express', async () => {
      const legacy = express().set('trust proxy', true);
      legacy.get(
        '/ip',
        (request, response) => void response.send(`${request.ip} ${String(request.app.get('trust proxy'))}`),
      );
      const { url } = await serve(make([fromConnect(legacy)]));
      const response = await fetch(`${url}/ip`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      expect(await response.text()).toBe('203.0.113.7 true');
    });
  });

  test('express-rate-limit responds with 429, and has the address of the client', async () => {
    const warnings: unknown[] = [];
    const logger = {
      warn: (warning: unknown) => warnings.push(warning),
      error: (error: unknown) => warnings.push(error),
    };
    const app = make([fromConnect(rateLimit({ limit: 1, windowMs: 60_000, logger }) as never)]);
    app.get('/', () => new TextResponse('in'));
    const { url } = await serve(app);

    expect((await fetch(url)).status).toBe(200);
    const second = await fetch(url);
    expect([second.status, await second.text()]).toEqual([429, 'Too many requests, please try again later.']);
    expect(second.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(warnings).toEqual([]);
  });

  test('middleware on its own finds the methods of Express that it calls', async () => {
    const methods = {
      '/json': (_request, response) => response.status(201).json({ a: 1 }),
      '/object': (_request, response) => response.send({ a: 1 }),
      '/bytes': (_request, response) => response.set('X-A', '1').send(new TextEncoder().encode('b')),
      '/nothing': (_request, response) => response.append('X-A', '1').append('X-A', '2').send(),
      '/get': (request, response) => response.send(String(request.get('X-Asked'))),
    } satisfies Record<string, express.RequestHandler>;
    const app = make(
      Object.entries(methods).map(([path, handler]) => {
        const only: express.RequestHandler = (request, response, next) =>
          request.url === path ? handler(request, response) : next();
        return fromConnect(only as never);
      }),
    );
    const respondTo = async (path: string): Promise<unknown[]> => {
      const response = await app.request(path, { headers: { 'X-Asked': 'yes' } });
      const { status, headers } = response;
      return [status, headers.get('content-type'), headers.get('x-a'), await response.text()];
    };
    expect(await respondTo('/json')).toEqual([201, 'application/json; charset=utf-8', null, '{"a":1}']);
    expect(await respondTo('/object')).toEqual([200, 'application/json; charset=utf-8', null, '{"a":1}']);
    expect(await respondTo('/bytes')).toEqual([200, 'application/octet-stream', '1', 'b']);
    expect(await respondTo('/nothing')).toEqual([200, null, '1, 2', '']);
    expect(await respondTo('/get')).toEqual([200, 'text/html; charset=utf-8', null, 'yes']);
  });
});

test.each([[405], [404, 404], [200], 'all', null])('unknown outcomes are rejected: %j', (outcomes) => {
  const app = { fetch() {} };
  expect(() => passOn(outcomes as never)).toThrow(InvalidArgumentError);
  expect(() => toNodeHandler(app as never, { passOn: outcomes as never })).toThrow(InvalidArgumentError);
});
