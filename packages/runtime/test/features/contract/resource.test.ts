import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { contract, pageLinks, resource } from '../../../src/features/contract/index.ts';
import {
  BrokenContractError,
  InvalidArgumentError,
  MissingResponseError,
} from '../../../src/kernel/errors/coded-errors.ts';
import { HttpResponse, NotFoundError, ServerRequest } from '../../../src/index.ts';

const Article = z.object({ slug: z.string(), title: z.string() });

class Articles {
  static readonly inject = [] as const;
  readonly #all = new Map([['a', { slug: 'a', title: 'A', password: 'secret' }]]);

  list(): { slug: string; title: string }[] {
    return [...this.#all.values()].map(({ slug, title }) => ({ slug, title }));
  }

  find(slug: string): { slug: string; title: string; password: string } {
    const found = this.#all.get(slug);
    if (found === undefined) throw new NotFoundError(`There is no article ${slug}.`);
    return found;
  }
}

const articles = resource('/articles', { name: 'articles', services: [Articles, 'late'] }, (route) => ({
  list: route
    .get('/', { query: z.object({ page: z.coerce.number() }), responses: { 200: z.array(Article) } })
    .handle((_input, service) => service.list()),
  leak: route
    .get('/{slug}', { responses: { 200: Article } })
    .handle(({ params }, service) => service.find(params.slug)),
  late: route
    .get('/{slug}/late', { responses: { 200: z.array(z.string()) } })
    .handle(async ({ params, request }, _service, late: unknown) => [
      params.slug,
      request.path,
      String(late),
    ]),
  create: route
    .post('/', { body: Article, responses: { 201: Article } })
    .handle(({ body, reply }) => reply(201, body, { Location: `/articles/${body.slug}` })),
  delete: route.delete('/{slug}', { responses: { 204: null } }).handle(() => {}),
  csv: route.get('/x/csv', { responses: { 200: { 'text/csv': z.string() } } }).handle(() => 'a,b'),
  web: route
    .get('/x/web', { responses: { 200: Article } })
    .handle(() => new Response('web', { status: 203 })),
  own: route.get('/x/own', {}).handle(() => new HttpResponse('own')),
  thenable: route.get('/x/thenable', { responses: { 200: z.string() } }).handle((() => ({
    // oxlint-disable-next-line unicorn/no-thenable
    then: (done: (value: string) => void) => done('later'),
  })) as never),
  nothing: route.get('/x/nothing', { responses: { 200: Article } }).handle((() => {}) as never),
  several: route
    .get('/x/several', { responses: { 200: Article, 202: Article } })
    .handle((() => ({})) as never),
  wrong: route.get('/x/wrong', { responses: { 200: Article } }).handle(({ reply }) => reply(204 as never)),
}));

const log: unknown[] = [];

function dependencies(): ConstructorParameters<typeof ServiceManager>[0] {
  return { factories: { late: async () => 'later' } };
}

describe.each([
  ['a', a],
  ['b', b],
] as const)('a resource in variant %s', (_name, variant) => {
  /** An application of the configuration, with requests to it. */
  const configured = (routes: readonly unknown[], more: object = {}) => {
    const config = { routes, ...more };
    const services = {
      config,
      Logger: {
        error: ({ err }: { err?: unknown }) => log.push(err),
        warn: () => {},
        info: () => {},
      },
    };
    const container = new ServiceManager({ ...dependencies(), services });
    return new variant.ApplicationFactory().create(container);
  };
  const app = configured([articles]);
  const text = async (path: string, init?: RequestInit): Promise<readonly [number, string]> => {
    const response = await app.request(path, init);
    return [response.status, await response.text()];
  };
  const post = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

  test('sends the returned value as the body of the only success status (K6)', async () => {
    expect(await text('/articles?page=1')).toEqual([200, '[{"slug":"a","title":"A"}]']);
    expect(await text('/articles/x/csv')).toEqual([200, 'a,b']);
    expect(await text('/articles/x/thenable')).toEqual([200, '"later"']);
    expect(await text('/articles/a', { method: 'DELETE' })).toEqual([204, '']);
    expect((await app.request('/articles/x/csv')).headers.get('content-type')).toBe(
      'text/csv; charset=utf-8',
    );
  });

  test('sends replies and responses as they are', async () => {
    const created = await app.request('/articles', post({ slug: 'b', title: 'B' }));
    expect([created.status, created.headers.get('location')]).toEqual([201, '/articles/b']);
    expect(await text('/articles/x/web')).toEqual([203, 'web']);
    expect(await text('/articles/x/own')).toEqual([200, 'own']);
  });

  test('validates requests, and passes errors on', async () => {
    expect((await text('/articles?page=x'))[0]).toBe(422);
    expect((await text('/articles', post({ slug: 'b' })))[0]).toBe(422);
    expect((await text('/articles/none'))[0]).toBe(404);
  });

  test('passes the parameters of the path, the request and asynchronous services', async () => {
    expect(await text('/articles/a%20b/late')).toEqual([200, '["a b","/articles/a%20b/late","later"]']);
  });

  test.each([
    [
      '/articles/x/nothing',
      MissingResponseError,
      /articles\.nothing returned undefined .* return the body of the status 200/,
    ],
    [
      '/articles/x/several',
      MissingResponseError,
      /articles\.several .* return reply\(status, body\), because its contract has 200, 202/,
    ],
    [
      '/articles/x/wrong',
      InvalidArgumentError,
      /status of reply\(\) must be a status of the contract, which has 200, not 204/,
    ],
  ])('reports a wrong result of %s', async (path, type, message) => {
    log.length = 0;
    expect((await text(path))[0]).toBe(500);
    expect(log).toEqual([expect.any(type)]);
    expect((log[0] as Error).message).toMatch(message);
  });

  test.each([
    [{}, 200],
    [{ debug: true }, 500],
    [{ check_responses: true }, 500],
    [{ debug: true, check_responses: false }, 200],
  ])('with %j, a key that the schema lacks is %i', async (config, status) => {
    log.length = 0;
    const checked = configured([articles], config);
    expect((await checked.request('/articles/a')).status).toBe(status);
    expect(log).toEqual(status === 200 ? [] : [expect.any(BrokenContractError)]);
    if (status === 500) expect((log[0] as Error).message).toContain('/password: The schema has no such key.');
  });

  test('names its routes and its handlers after itself and their keys (K6)', () => {
    const names = app.routes.map(({ name, path }) => `${name} ${path}`);
    expect(names.slice(0, 3)).toEqual([
      'articles.list /articles',
      'articles.leak /articles/{slug}',
      'articles.late /articles/{slug}/late',
    ]);
    expect(app.url('articles.leak', { slug: 'a' })).toBe('/articles/a');
    expect(articles.map(({ middleware }) => (middleware as { name?: string } | undefined)?.name)[0]).toBe(
      'articles.list',
    );
  });

  test('is registered by calls, and in groups', async () => {
    const container = new ServiceManager(dependencies());
    const called = variant.AppFactory.create(container).add(articles);
    called.group('/v1', (group) => group.add(articles), { name: 'v1.' });
    called.pipeRoutingMiddleware().pipeDispatchMiddleware();

    expect((await called.request('/articles?page=1')).status).toBe(200);
    expect((await called.request('/v1/articles?page=1')).status).toBe(200);
    expect(called.url('v1.articles.leak', { slug: 'a' })).toBe('/v1/articles/a');

    const guard = variant === a ? () => new HttpResponse('stop', 401) : () => new HttpResponse('stop', 401);
    const grouped = configured([variant.group('/v1', { middleware: guard as never }, [articles])]);
    expect((await grouped.request('/v1/articles?page=1')).status).toBe(401);
  });

  test('may not be registered twice', () => {
    expect(() => configured([articles, articles])).toThrow(/articles\.list/);
    expect(() => new variant.Application().add('x' as never)).toThrow(/routes of add\(\)/);
  });

  test('passes the parameters of its prefix', async () => {
    const comments = resource('/posts/{post}/comments', { name: 'comments' }, ({ get }) => ({
      show: get('/{id}', { responses: { 200: z.array(z.string()) } }).handle(({ params }) => [
        params.post,
        params.id,
      ]),
    }));
    const nested = configured([comments]);
    expect(await (await nested.request('/posts/1/comments/2')).json()).toEqual(['1', '2']);
  });

  test('has single routes as its equal', async () => {
    const show = contract({ params: z.object({ id: z.coerce.number() }), responses: { 200: z.number() } });
    const single = new variant.Application({ container: new ServiceManager(dependencies()) });
    single.get(
      '/plain/{id}',
      show.handle(({ params }) => params.id * 2),
    );
    single.get(
      '/services/{id}',
      show.handle([Articles], ({ params }, service) => params.id + service.list().length),
    );
    single.pipeRoutingMiddleware().pipeDispatchMiddleware();
    expect(await (await single.request('/plain/4')).json()).toBe(8);
    expect(await (await single.request('/services/4')).json()).toBe(5);
  });
});

describe('the response check', () => {
  const send = async (schema: z.ZodType, body: unknown): Promise<number> => {
    const app = new b.Application({ checkResponses: true, log: () => {} });
    app.get('/', contract({ responses: { 200: schema } }).handle((() => body) as never));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    return (await app.request('/')).status;
  };
  const Inner = z.object({ x: z.number() });

  test.each<[string, z.ZodType, unknown, number]>([
    ['in a nested object', z.object({ at: Inner }), { at: { x: 1, y: 2 } }, 500],
    ['in an array', z.array(Inner), [{ x: 1 }, { x: 1, y: 2 }], 500],
    ['that a loose object keeps', z.looseObject({ x: z.number() }), { x: 1, y: 2 }, 200],
    ['of a record', z.record(z.string(), Inner), { a: { x: 1 }, b: { x: 2 } }, 200],
    [
      'of the matching option of a union',
      z.discriminatedUnion('k', [
        z.object({ k: z.literal('a'), a: z.number() }),
        z.object({ k: z.literal('b') }),
      ]),
      { k: 'a', a: 1 },
      200,
    ],
    [
      'that the schema renames',
      z.object({ a: z.number() }).transform(({ a: renamed }) => ({ renamed })),
      { a: 1 },
      200,
    ],
  ])('treats a key %s', async (_name, schema, body, status) => {
    expect(await send(schema, body)).toBe(status);
  });
});

test.each<[string, () => unknown, RegExp]>([
  [
    'without a name',
    () => resource('/x', {} as never, () => ({})),
    /name of resource\("\/x"\) must be a string/,
  ],
  [
    'with an unknown option',
    () => resource('/x', { name: 'x', service: [] } as never, () => ({})),
    /options of resource\("\/x"\)/,
  ],
  ['whose prefix is no string', () => resource(7 as never, { name: 'x' }, () => ({})), /prefix of a group/],
  [
    'without a function',
    () => resource('/x', { name: 'x' }, {} as never),
    /define of resource\("\/x"\) must be a function/,
  ],
  [
    'whose function returns nothing',
    () => resource('/x', { name: 'x' }, (() => {}) as never),
    /result of define of resource/,
  ],
  [
    'with a route without a handler',
    () =>
      resource('/x', { name: 'x' }, (({ get }: { get: (path: string) => unknown }) => ({
        list: get('/'),
      })) as never),
    /list of resource\("\/x"\) must be the result of handle\(\)/,
  ],
  [
    'with services that are no array',
    () =>
      resource('/x', { name: 'x', services: 'db' as never }, ({ get }) => ({
        list: get('/').handle(() => new HttpResponse()),
      })),
    /inject of inject\(\)/,
  ],
  [
    'with a malformed contract',
    () =>
      resource('/x', { name: 'x' }, ({ get }) => ({
        list: get('/', { qery: 1 } as never).handle(() => new HttpResponse()),
      })),
    /did you mean "query"/,
  ],
])('a resource %s is rejected', (_name, create, message) => {
  expect(create).toThrow(InvalidArgumentError);
  expect(create).toThrow(message);
});

test.each([
  [
    '/posts?limit=2&offset=2&tag=a',
    { limit: 2, offset: 2, total: 7 },
    ['first 0', 'prev 0', 'next 4', 'last 6'],
  ],
  ['/posts', { limit: 20, offset: 0, total: 0 }, ['first 0', 'last 0']],
  ['/posts', { limit: 10, offset: 5, total: 20 }, ['first 0', 'prev 0', 'next 15', 'last 10']],
])('the links of a page of %s, %j', (url, page, expected) => {
  const links = pageLinks(new ServerRequest(url), page);
  const found = [...links.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = '', relation]) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    expect([pathname, searchParams.get('limit')]).toEqual(['/posts', String(page.limit)]);
    if (url.includes('tag')) expect(searchParams.get('tag')).toBe('a');
    return `${relation} ${searchParams.get('offset')}`;
  });
  expect(found).toEqual(expected);
});
