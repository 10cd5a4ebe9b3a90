import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RequestMessage, TextResponse } from '../../../src/index.ts';
import { toNodeHandler } from '../../../src/server/node/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, exchange, serve } from '../../support/serve.ts';
import { events, matches, watch } from './published.ts';

inBothVariants((kit) => {
  const routed = (options = {}) => kit.routed({ tracing: true, ...options });

  /** The messages of requests that get a response from now on. */
  function answered(): RequestMessage[] {
    const all: RequestMessage[] = [];
    watch('request', (event, message) => {
      if (event === 'asyncEnd' || (event === 'end' && message.done)) all.push(message);
    });
    return all;
  }

  /** Sends a request that the middleware of one application gives to another. */
  async function askNested(): Promise<void> {
    const inner = routed();
    inner.get('/inner', kit.answer('inner'));
    const site = routed();
    site.get(
      '/{any}',
      kit.handler((request) => inner.handle(request)),
    );
    await ask(await serve(site), { path: '/inner' });
  }

  test('a request is published from its start to its response, with its middleware between', async () => {
    const told = events('request', 'layer');
    const site = routed();
    site.get('/now', kit.answer('now'));

    await ask(await serve(site), { path: '/now' });
    expect(told.at(0)).toBe('GET /now start');
    expect(told.at(-1)).toBe('GET /now end');
    expect(told).toContain('routing start');
  });

  test('the end of an asynchronous request comes before its response', async () => {
    const told = events('request');
    const site = routed();
    const answer = deferred<TextResponse>();
    site.get(
      '/later',
      kit.handler(() => {
        setImmediate(() => answer.resolve(new TextResponse('later')));
        return answer.promise as never;
      }) as never,
    );

    await ask(await serve(site), { path: '/later' });
    expect(told).toEqual([
      'GET /later start',
      'GET /later end',
      'GET /later asyncStart',
      'GET /later asyncEnd',
    ]);
  });

  test('a message has the request as received, the application, the route with its path, and the response', async () => {
    const all = answered();
    const site = routed();
    site.get('/post/{id}', kit.answer('post') as never, 'post');

    await ask(await serve(site), { path: '/post/3?page=2' });
    const [message] = all;
    expect(message?.request.originalPath).toBe('/post/3');
    expect(message?.application).toBe(site);
    expect(message?.nested).toBe(false);
    expect([message?.route?.name, message?.routePath]).toEqual(['post', '/post/{id}']);
    expect(message?.response?.status).toBe(200);
    expect(message?.error).toBeUndefined();
  });

  test('the path of a route has the prefixes of its application, also in a child application', async () => {
    const found = matches();
    const all = answered();
    const child = routed();
    child.get('/posts/{id}', kit.answer('post'));
    const site = kit.app({ tracing: true });
    site.pipe('/api', kit.child(child));

    await ask(await serve(site), { path: '/api/posts/3' });
    expect(all.map(({ routePath }) => routePath)).toEqual(['/api/posts/{id}']);
    expect(found.map(({ routePath, request }) => [routePath, request.params])).toEqual([
      ['/api/posts/{id}', { id: '3' }],
    ]);
  });

  test.each([
    ['/nowhere', 'GET', 404, { success: false, methodFailure: false }],
    ['/only-get', 'POST', 405, { success: false, methodFailure: true }],
    ['/only-get', 'OPTIONS', 200, { success: false, methodFailure: true }],
    ['/only-get', 'HEAD', 200, { success: true, methodFailure: false }],
  ])('routing of %s by %s is published, and the status %i', async (path, method, status, result) => {
    const found = matches();
    const all = answered();
    const site = routed();
    site.get('/only-get', kit.answer('got'));

    await ask(await serve(site), { path, method });
    expect(found).toEqual([expect.objectContaining({ result: expect.objectContaining(result) })]);
    expect(found[0]?.route?.path).toBe(result.success ? '/only-get' : undefined);
    expect(all.map(({ response, error }) => [response?.status, error])).toEqual([[status, undefined]]);
  });

  test.each([false, true])(
    'a static file is published as a request without a route, once, as is a path without a file; with debug: %s',
    async (debug) => {
      const told = events('request');
      const all = answered();
      const site = routed({
        debug,
        server: { document_root: join(import.meta.dirname, '../../fixtures/tls') },
      });
      site.get('/no.txt', kit.answer('no file'));

      const server = await serve(site);
      expect((await ask(server, { path: '/cert.pem' })).status).toBe(200);
      expect((await ask(server, { path: '/no.txt' })).body).toBe('no file');
      expect(told.filter((event) => event.endsWith(' start'))).toEqual([
        'GET /cert.pem start',
        'GET /no.txt start',
      ]);
      expect(all.map(({ response, routePath }) => [response?.status, routePath])).toEqual([
        [200, undefined],
        [200, '/no.txt'],
      ]);
    },
  );

  test('an application without tracing is published when it is mounted in one with tracing, including its route', async () => {
    const found = matches();
    const told = events('layer');
    const all = answered();
    const child = kit.routed();
    child.get('/posts/{id}', kit.answer('post'));
    const site = kit.app({ tracing: true });
    site.pipe('/api', kit.child(child));

    const server = await serve(site);
    await ask(server, { path: '/api/posts/3' });
    expect(all.map(({ routePath }) => routePath)).toEqual(['/api/posts/{id}']);
    expect(found.map(({ routePath }) => routePath)).toEqual(['/api/posts/{id}']);
    expect(told.filter((event) => event.endsWith(' start')).length).toBe(4);
    told.length = 0;
    await child.request('/posts/3');
    expect(told).toEqual([]);
    expect(found).toHaveLength(1);
  });

  test('a request that cannot be routed is published with its rejection', async () => {
    const all = answered();
    const found = matches();
    const site = routed();

    const answer = await exchange(
      await serve(site),
      'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('HTTP/1.1 400');
    expect(all.map(({ response }) => response?.status)).toEqual([400]);
    expect(found).toEqual([]);
  });

  test('the error of a 500 is published with its request, an error for the client is not', async () => {
    const told: unknown[] = [];
    const errors: unknown[] = [];
    watch('request', (event, { error }) => {
      told.push(event);
      if (event === 'error') errors.push(error);
    });
    const failure = new RangeError('no');
    const site = routed();
    site.get('/fails', kit.throws(failure));

    const server = await serve(site);
    expect((await ask(server, { path: '/fails' })).status).toBe(500);
    expect(errors).toEqual([failure]);
    expect(told).toEqual(['start', 'error', 'end']);
    expect((await ask(server, { path: '/nowhere' })).status).toBe(404);
    expect(errors).toEqual([failure]);
  });

  test('a request that a middleware sends to another application is published as nested, each with its own route', async () => {
    const all = answered();
    await askNested();
    expect(all.map(({ nested, routePath }) => [nested, routePath])).toEqual([
      [true, '/inner'],
      [false, '/{any}'],
    ]);
  });

  test('the result of routing refers to the message of the outermost application', async () => {
    const all = answered();
    const found = matches();
    await askNested();
    const outer = all.find(({ nested }) => !nested);
    expect(found.map(({ routePath, outermost }) => [routePath, outermost === outer])).toEqual([
      ['/{any}', true],
      ['/inner', true],
    ]);
  });

  test('a request that a server received has its connection, a Web request has none', async () => {
    const connections: unknown[] = [];
    watch('request', (event, { connection }) => {
      if (event === 'start') connections.push(connection);
    });
    const site = routed();
    site.get('/now', kit.answer('now'));

    await ask(await serve(site), { path: '/now' });
    await site.request('/now');
    expect(connections).toEqual([
      { address: '127.0.0.1', port: expect.any(Number), isEncrypted: false, httpVersion: '1.1' },
      undefined,
    ]);
  });

  test('a request that is delegated to the surrounding handler has no response', async () => {
    const all = answered();
    const handle = toNodeHandler(routed());
    const server = createServer((incoming, outgoing) =>
      handle(incoming, outgoing, () => void outgoing.end('from outside')),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());

    const { body } = await ask(server.address() as AddressInfo, { path: '/unknown' });
    expect(body).toBe('from outside');
    expect(all.map(({ done, response }) => [done, response])).toEqual([[true, undefined]]);
  });

  test('a subscriber may have the request handled within a context of its own', async () => {
    const context = new AsyncLocalStorage<string>();
    watch('request', (event, message) => {
      if (event === 'start') message.run = (work) => context.run(message.request.path, work);
    });
    const site = routed();
    site.get(
      '/a',
      kit.handler(async () => new TextResponse(String(context.getStore()))),
    );

    expect((await ask(await serve(site), { path: '/a' })).body).toBe('/a');
  });

  test('tracing may be set in the configuration of a container', async () => {
    const all = answered();
    const site = kit.create(kitContainer({ config: { tracing: true } }));
    site.pipe(kit.answer('configured'));

    await site.request('/');
    expect(all).toHaveLength(1);
  });
});

function kitContainer(services: Record<string, unknown>) {
  return { has: (id: never) => id in services, get: (id: never) => services[id] as never };
}
