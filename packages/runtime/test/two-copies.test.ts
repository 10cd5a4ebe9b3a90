// A project and a library that it uses may each have a copy of the package installed.
import { describe, expect, test, vi } from 'vitest';
import * as ownA from '../src/a/index.ts';
import * as ownB from '../src/b/index.ts';
import * as ownInspect from '../../devtools/src/index.ts';
import { inBothVariants } from './cases/kit.ts';
import { secondCopy } from './support/second-copy.ts';

const [foreignA, foreignB, foreignContract, foreignInspect] = await secondCopy(() =>
  Promise.all([
    import('../src/a/index.ts'),
    import('../src/b/index.ts'),
    import('../src/features/contract/index.ts'),
    import('../../devtools/src/index.ts'),
  ]),
);

test('the two copies are not the same', () => {
  expect(foreignB.HttpResponse).not.toBe(ownB.HttpResponse);
  expect(new foreignB.TextResponse('')).not.toBeInstanceOf(ownB.HttpResponse);
});

/** Applications whose one middleware answers with what `make` makes. */
const applications = {
  'variant A': (make: () => ownA.HttpResponse) => new ownA.Application().pipe(() => make()),
  'variant A, later': (make: () => ownA.HttpResponse) => new ownA.Application().pipe(async () => make()),
  'variant A, as an error handler': (make: () => ownA.HttpResponse) =>
    new ownA.Application().pipeErrorHandler(() => make()),
  'variant B': (make: () => ownB.HttpResponse) => new ownB.Application().pipe(() => make()),
  'variant B, later': (make: () => ownB.HttpResponse) => new ownB.Application().pipe(async () => make()),
};

describe.each(Object.entries(applications))(
  'a response of another copy is an answer (%s)',
  (_name, build) => {
    test('with its status, headers and body', async () => {
      const application = build(() =>
        new foreignB.JsonResponse({ a: 1 }, 201, [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ]).withStatus(201, 'Made'),
      );
      const response = await application.request('/');
      expect([response.status, response.statusText]).toEqual([201, 'Made']);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('content-length')).toBe('7');
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(await response.json()).toEqual({ a: 1 });
    });

    test('with a stream as its body', async () => {
      const application = build(() => new foreignB.HttpResponse(new Blob(['streamed']).stream()));
      expect(await (await application.request('/')).text()).toBe('streamed');
    });

    test('and the layers outside see one of their own copy', async () => {
      const inner = build(() => new foreignB.TextResponse('foreign'));
      const response = await inner.handle(new ownB.ServerRequest('/'));
      expect(response).toBeInstanceOf(ownB.HttpResponse);
      expect(response.withHeader('X-Outer', '1').header('x-outer')).toBe('1');
    });
  },
);

describe.each([
  // What is asked of it here, both variants take.
  ['variant A', ownA as unknown as typeof ownB],
  ['variant B', ownB],
] as const)('a request of another copy (%s)', (_name, { Application, ServerRequest }) => {
  test('that an application is given is one of its own for its middleware, and says the same', async () => {
    const application = routing(new Application());
    const tell = async (request: ownB.ServerRequest<{ id: string }>) => {
      const { id } = request.params;
      const isOwn = request instanceof ServerRequest;
      const [user, role] = [request.getAttribute('user'), request.getAttribute('role', 'none')];
      return new ownB.JsonResponse({ isOwn, id, user, role, body: await request.text() });
    };
    application.route('/post/{id}', tell, ['POST']);
    const request = new foreignB.ServerRequest('/post/42', { method: 'POST', body: 'sent' })
      .withAttribute('user', 'ada')
      .withAttribute('role', 'admin')
      .withoutAttribute('role');
    const response = await application.handle(request);
    const told = { isOwn: true, id: '42', user: 'ada', role: 'none', body: 'sent' };
    expect(JSON.parse(response.content as string)).toEqual(told);
  });

  test('keeps the method and the headers that a middleware gave it', async () => {
    const application = routing(new Application());
    application.delete(
      '/post',
      (request) => new ownB.TextResponse(`${request.method} ${request.header('x-by')}`),
    );
    const request = new foreignB.ServerRequest('/post', { method: 'POST', body: 'sent' });
    const response = await application.handle(request.withMethod('DELETE').withHeader('X-By', 'ada'));
    expect(response.content).toBe('DELETE ada');
  });

  test('stands where its own application has brought it', async () => {
    const inner = routing(new Application());
    inner.any('/page', ({ path, originalPath }) => new ownB.JsonResponse({ path, originalPath }));
    const outer = new foreignB.Application().pipe('/inner', (request) => inner.handle(request));
    expect(await (await outer.request('/inner/page')).json()).toEqual({
      path: '/page',
      originalPath: '/inner/page',
    });
  });

  test('finds what the other copy found for its route, by its own RouteResult', async () => {
    const outer = routing(new foreignB.Application());
    outer.get('/post/{id}', (request) => {
      const result = request.getAttribute(ownB.RouteResult);
      class Narrower extends ownB.RouteResult {}
      return new ownB.JsonResponse([result?.params, request.getAttribute(Narrower) ?? 'nothing']);
    });
    expect(await (await outer.request('/post/42')).json()).toEqual([{ id: '42' }, 'nothing']);
  });

  test('has the attributes that were set by keys of either copy', async () => {
    const [own, foreign] = [ownB.attribute<string>('user'), foreignB.attribute<string>('user')];
    const application = new Application().pipe(
      (request) => new ownB.JsonResponse([request.require(own), request.require(foreign)]),
    );
    const request = new foreignB.ServerRequest('/').with(own, 'ada').with(foreign, 'grace');
    expect((await application.handle(request)).content).toBe('["ada","grace"]');
  });

  test.for([undefined, null, 1, {}, { source: {} }])('is not taken for one: %j', async (given) => {
    await expect(new Application().handle(given as unknown as ownB.ServerRequest)).rejects.toThrow(
      new ownB.InvalidArgumentError('request', 'a ServerRequest', given),
    );
  });
});

test.for([
  ['ours in the other', ownB, foreignB],
  ['the other in ours', foreignB, ownB],
] as const)('an application stands as a layer in one of another copy: %s', async ([, inside, outside]) => {
  const inner = routing(new inside.Application());
  inner.get('/post/{id}', ({ params }) => new inside.TextResponse(params.id));
  const outer = routing(new outside.Application().pipe('/inner', inner));
  outer.get('/inner/page', ({ path }) => new outside.TextResponse(path));
  expect(await (await outer.request('/inner/post/42')).text()).toBe('42');
  expect(await (await outer.request('/inner/page')).text()).toBe('/inner/page');
  expect((await outer.request('/inner/nothing')).status).toBe(404);
});

inBothVariants((kit) => {
  // Both variants have what is used of an application here.
  const [own, foreign] = ('pipeErrorHandler' in kit.app() ? [ownA, foreignA] : [ownB, foreignB]) as readonly [
    typeof ownB,
    typeof ownB,
  ];

  describe.each([
    ['of another copy in ours', foreign, own],
    ['of ours in one of another copy', own, foreign],
  ])('a child application %s', (_, inside, outside) => {
    function family() {
      const log = vi.fn();
      const child = new inside.Application({ log });
      child.pipe(kit.around((response) => response.withHeader('X-Inner', String(response.status))) as never);
      child.pipe(kit.pass((request) => request.withAttribute('seen by', 'the child')) as never);
      routing(child);
      const parent = new outside.Application({ log });
      parent.pipe(kit.around((response) => response.withHeader('X-Outer', String(response.status))) as never);
      parent.pipe(kit.pass((request) => request.withAttribute('user', 'ada')) as never);
      parent.pipe('/shop', child);
      routing(parent);
      const ask = async (path: string, method = 'GET') => {
        const response = await parent.request(path, { method, headers: { Accept: 'application/json' } });
        return { status: response.status, headers: response.headers, body: await response.json() };
      };
      return { parent, child, log, ask };
    }

    test('routes below its prefix, and sees the attributes of its parent (P3, R15)', async () => {
      const { child, ask } = family();
      child.get(
        '/items/{id}',
        ({ params, path, originalPath }) => new inside.JsonResponse({ params, path, originalPath }),
      );
      child.get('/user', (request) => new inside.JsonResponse(request.getAttribute('user')));
      const { body, headers } = await ask('/shop/items/7');
      expect(body).toEqual({ params: { id: '7' }, path: '/items/7', originalPath: '/shop/items/7' });
      expect([headers.get('x-inner'), headers.get('x-outer')]).toEqual(['200', '200']);
      expect((await ask('/shop/user')).body).toBe('ada');
    });

    test('passes on what it does not handle: path and parameters as before, its attributes kept (P6)', async () => {
      const { parent, ask } = family();
      parent.get('/shop/{page}', (request) => {
        const { path, params } = request;
        const route = request.getAttribute(outside.RouteResult)?.route?.path;
        return new outside.JsonResponse({ path, params, route, seen: request.getAttribute('seen by') });
      });
      expect((await ask('/shop/about')).body).toEqual({
        path: '/shop/about',
        params: { page: 'about' },
        route: '/shop/{page}',
        seen: 'the child',
      });
      expect((await ask('/shop/about/nothing')).status).toBe(404);
    });

    test('throws an HttpError of either copy, which is shown and not logged (E2, E4)', async () => {
      const { child, log, ask } = family();
      for (const { HttpError } of [inside, outside]) {
        const { path } = child.get(`/taken-${HttpError === inside.HttpError}`, () => {
          throw new HttpError(409, 'Somebody else was faster.', { headers: { 'Retry-After': '1' } });
        });
        const { status, headers, body } = await ask(`/shop${path}`);
        expect([status, headers.get('retry-after')]).toEqual([409, '1']);
        expect(body).toMatchObject({ status: 409, detail: 'Somebody else was faster.' });
      }
      expect(log).not.toHaveBeenCalled();
    });

    test('throws another error, which is logged once and not shown (E1, E3)', async () => {
      const { child, log, ask } = family();
      const error = new Error('out of paper');
      child.get('/broken', () => {
        throw error;
      });
      const { status, body } = await ask('/shop/broken');
      expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('paper')]);
      expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
    });

    test('responds with 405 to a method that a path of it lacks, which is not logged (R7)', async () => {
      const { child, log, ask } = family();
      child.get('/items', () => new inside.TextResponse('items'));
      const { status, headers, body } = await ask('/shop/items', 'POST');
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(body).toMatchObject({ detail: '/shop/items allows GET, HEAD, OPTIONS, not POST.' });
      expect(log).not.toHaveBeenCalled();
    });

    test('in front of routing, neither its middleware nor its routes run for a rejected request (E6)', async () => {
      const { child, log } = family();
      const handler = vi.fn(() => new inside.TextResponse('must not run'));
      child.get('/{rest:.*}', handler);
      const parent = new outside.Application({ log });
      parent.pipe(kit.around((response) => response.withHeader('X-Outer', String(response.status))) as never);
      routing(parent.pipe(child));
      parent.get('/', handler);
      const { status, headers } = await parent.request('/%zz');
      expect([status, headers.get('x-inner'), headers.get('x-outer')]).toEqual([400, null, '400']);
      expect(handler).not.toHaveBeenCalled();
      expect(log).not.toHaveBeenCalled();
    });

    test('checks the contracts of its routes, and its parent shows their faults (K3)', async () => {
      const { child, log, ask } = family();
      const { contract } =
        inside === own ? await import('../src/features/contract/index.ts') : foreignContract;
      const params = schemaThat((value) => (value as { id: string }).id === '7');
      child.get('/items/{id}', contract({ params }).handle(() => new inside.JsonResponse('seven')) as never);
      expect((await ask('/shop/items/7')).body).toBe('seven');
      const { status, body } = await ask('/shop/items/8');
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ errors: [{ pointer: '/id', in: 'path', detail: 'Wrong.' }] }),
      ]);
      expect(log).not.toHaveBeenCalled();
    });

    test('is described and explained with its parent, and alone, by the functions of either copy', () => {
      const { parent, child } = family();
      child.get('/items', () => new inside.TextResponse('items'), 'items');
      parent.get('/home', () => new outside.TextResponse('home'), 'home');
      for (const { describe: describeApp, explain } of [ownInspect, foreignInspect]) {
        const { pipeline, routes } = describeApp(parent);
        expect(pipeline).toContainEqual(
          expect.objectContaining({ name: 'Application', prefix: '/shop', kind: 'application', routes: 1 }),
        );
        expect(routes.map(({ name, prefix }) => [name, prefix])).toEqual([
          ['home', ''],
          ['items', '/shop'],
        ]);
        expect(explain(parent, 'GET', '/shop/items').route?.name).toBe('items');
        expect(explain(child, 'GET', '/items').route?.name).toBe('items');
      }
    });
  });
});

/** A schema that takes what `accepts` says, and else finds a fault in its key "id". */
function schemaThat(accepts: (value: unknown) => boolean) {
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value: unknown) =>
        accepts(value) ? { value } : { issues: [{ message: 'Wrong.', path: ['id'] }] },
    },
  } as never;
}

function routing(application: ownB.Application): ownB.Application {
  application.pipeRoutingMiddleware().pipeDispatchMiddleware();
  return application;
}

test.each(['a', 'b'])(
  'a contract of another copy checks what is asked and answered (%s)',
  async (variant) => {
    const foreign = foreignContract.contract;
    const Digits = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: { id?: string; ok?: string }) =>
          value.id === '7' || value.ok ? { value } : { issues: [{ message: 'Not 7.', path: ['id'] }] },
      },
    } as const;
    const show = foreign({ params: Digits as never, responses: { 200: Digits as never } });
    class Show {
      static readonly contract = show;
      process({ path }: ownB.ServerRequest): ownB.JsonResponse {
        return new ownB.JsonResponse(path === '/class/7' ? { ok: 'yes' } : {});
      }
    }
    const logged: unknown[] = [];
    const options = { debug: true, log: (error: unknown) => logged.push(error) };
    const app = variant === 'a' ? new ownA.Application(options) : new ownB.Application(options);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/posts/{id}', show.handle(() => new foreignB.JsonResponse({})) as never);
    app.get('/class/{id}', Show as never);
    const [refused, broken, fits] = await Promise.all(
      ['/posts/8', '/posts/7', '/class/7'].map((path) => app.request(path)),
    );

    expect([refused?.status, broken?.status, fits?.status]).toEqual([422, 500, 200]);
    expect(await refused?.json()).toMatchObject({
      errors: [{ pointer: '/id', in: 'path', detail: 'Not 7.' }],
    });
    expect(logged).toEqual([expect.objectContaining({ code: 'FW_BROKEN_CONTRACT' })]);
  },
);
