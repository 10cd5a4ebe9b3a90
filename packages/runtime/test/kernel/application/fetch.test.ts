// Values of a platform that take more than one request and response to test.
import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { JsonResponse, type ServerRequest, TextResponse, type WaitUntil } from '../../../src/index.ts';
import { inBothVariants, kitOfA, kitOfB } from '../../cases/kit.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { serve } from '../../support/serve.ts';

describe('fetch', () => {
  test.each([
    ['application of variant A', new a.Application().pipe(() => new TextResponse('Hello!'))],
    ['application of variant B', new b.Application().pipe(() => new TextResponse('Hello!'))],
    ['pipe of variant A', new a.MiddlewarePipe().pipe(() => new TextResponse('Hello!'))],
    ['pipe of variant B', new b.MiddlewarePipe().pipe(() => new TextResponse('Hello!'))],
  ])('can be taken from an %s (S8)', async (_name, { fetch }) => {
    const response = await fetch(new Request('http://localhost/'));

    expect(await response.text()).toBe('Hello!');
  });

  test('is that of a subclass where one overrides it', async () => {
    class Counting extends b.Application {
      count = 0;

      override async fetch(request: Request, platform?: b.Platform): Promise<Response> {
        this.count++;
        const { status } = await super.fetch(request, platform);
        return new Response(null, { status: status + this.count });
      }
    }
    const app = new Counting();
    const { fetch } = app;

    expect((await fetch(new Request('http://localhost/'))).status).toBe(405);
    expect(app.count).toBe(1);
  });

  test('is a property, so that a copy of a default export contains it', () => {
    expect(Object.keys(new b.Application())).toContain('fetch');
  });
});

inBothVariants((kit) => {
  test('no caller of fetch is a developer, so an error shows nothing with debug either (S10)', async () => {
    const app = kit.app({ debug: true });
    app.pipe(kit.throws(new Error('inside')));
    const response = await app.fetch(new Request('http://localhost/'));
    expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n']);
    expect(await (await app.request('/')).text()).toContain('inside');
  });
});

// Deno, Bun and Workers create these URLs, which a `Request` of Node parses differently.
function received(url: string, init: RequestInit = {}): Request {
  return Object.defineProperty(new Request('http://localhost/', init), 'url', { value: url });
}

inBothVariants((kit) => {
  const seeing = () => {
    const app = kit.app();
    app.pipe(kit.handler((request) => new TextResponse(`${request.path} ${request.url.host}`)));
    return app;
  };

  test.each([
    ['http://evil/admin?/real', { Host: 'evil/admin?' }],
    ['http://evil/admin#/real', { Host: 'evil/admin#' }],
    ['/real', { Host: 'evil/admin?' }],
    ['http://user@evil/real', {}],
    ['http://evil\\admin/real', {}],
    ['http:///real', {}],
    ['evil:80', { Host: 'evil' }],
    ['ftp://evil/real', {}],
  ])('rejects %s with the headers %j (S8)', async (url, headers) => {
    const response = await seeing().fetch(received(url, { headers }));
    expect([response.status, await response.text()]).toEqual([
      400,
      '400 Bad Request\nThe Host or the target of the request is malformed.\n',
    ]);
  });

  test.each([
    ['http://h/x/../admin', '/admin h'],
    ['http://h/x/%2e%2e/%61dmin#y', '/admin h'],
    ['http://h?x', '/ h'],
    ['HTTPS://h:81/a\\b', '/a%5Cb h:81'],
    ['http://h:99999/a', '/a _invalid_'],
    ['/a/../b?c', '/b _invalid_'],
  ])('reads of the URL %s the path and host %s (S8)', async (url, seen) => {
    expect(await (await seeing().fetch(received(url))).text()).toBe(seen);
  });

  test('limits the body of toWeb(), whatever its Content-Length (S3)', async () => {
    const app = kit.app({ server: { body_limit: 10 } });
    app.pipe(kit.handler(async (request) => new TextResponse(await request.toWeb().text())));
    const posting = (body: string) =>
      app.fetch(new Request('http://h/', { method: 'POST', body, headers: { 'Content-Length': '2' } }));
    expect((await posting('x'.repeat(11))).status).toBe(413);
    expect(await (await posting('x'.repeat(10))).text()).toBe('x'.repeat(10));
  });
});

describe.each([
  ['A', (kit = kitOfA()) => telling(kit)] as const,
  ['B', (kit = kitOfB()) => telling(kit)] as const,
])('in variant %s', (_variant, build) => {
  test('the third argument of a Worker is part of the platform beside the second (S8)', async () => {
    const { app, told } = build();
    const [env, ctx] = [{ name: 'site' }, { waitUntil: () => {} }];
    await app.fetch(new Request('http://localhost/'), env, ctx);

    expect(told.platform).toEqual({ env, ctx });
  });

  test('an undefined argument is not part of the platform (S8)', async () => {
    const { app, told } = build();
    await app.fetch(new Request('http://localhost/'), undefined);

    expect(told.platform).toBeUndefined();
  });

  test.each([
    ['ctx of a Worker', (owner: object) => ({ env: {}, ctx: owner })],
    ['context beside an event', (owner: object) => ({ event: {}, context: owner })],
    ['platform itself', (owner: object) => owner],
  ])('waitUntil is that of the %s, called as its method (S8)', async (_name, platform) => {
    const { app, told } = build();
    const owner = {
      promises: [] as Promise<unknown>[],
      waitUntil(promise: Promise<unknown>): void {
        this.promises.push(promise);
      },
    };
    await app.fetch(new Request('http://localhost/'), platform(owner));
    const promise = Promise.resolve();
    told.waitUntil?.(promise);

    expect(owner.promises).toEqual([promise]);
  });

  test('Bun is called with its own request for the client address (S8)', async () => {
    const { app, told } = build();
    const request = new Request('http://localhost/');
    const server = {
      address: '192.0.2.1',
      requestIP(asked: Request) {
        return asked === request ? { address: this.address } : null;
      },
    };
    await app.fetch(request, server);

    expect(told.ip).toBe('192.0.2.1');
  });

  test('on Workers, which alone have cf, the address is the one from Cloudflare (S8)', async () => {
    const { app, told } = build();
    const request = new Request('http://localhost/', { headers: { 'CF-Connecting-IP': '192.0.2.1' } });
    await app.fetch(Object.assign(request, { cf: {} }), {}, {});

    expect(told.ip).toBe('192.0.2.1');
  });

  test('a test hands it over with the init of request()', async () => {
    const { app, told } = build();
    await app.request('/', { platform: { env: 1 } });

    expect(told.platform).toEqual({ env: 1 });
  });

  test('run() passes its option, so that an application for Workers can be served on Node (S8)', async () => {
    const { app, told } = build();
    const promises: Promise<unknown>[] = [];
    const ctx = { waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
    const { url } = await serve(app, { platform: { env: 1, ctx } });
    await (await fetch(url)).text();
    const promise = Promise.resolve();
    told.waitUntil?.(promise);

    expect(told.platform).toEqual({ env: 1, ctx });
    expect(promises).toEqual([promise]);
  });
});

interface Told {
  platform?: unknown;
  waitUntil?: WaitUntil | undefined;
  ip?: string | undefined;
}

function telling<M>(kit: Kit<M>): { app: CaseApplication<M>; told: Told } {
  const told: Told = {};
  const app = kit.app();
  app.pipe(
    kit.handler(({ platform, waitUntil, ip }: ServerRequest) => {
      Object.assign(told, { platform, waitUntil, ip });
      return new JsonResponse(null);
    }),
  );
  return { app, told };
}
