import { describe, expect, expectTypeOf, test } from 'vitest';
import * as a from '../../src/a/index.ts';
import * as b from '../../src/b/index.ts';
import { type HttpResponse, type RouteResult, type ServerRequest, TextResponse } from '../../src/index.ts';

// Code that must not compile is marked, and `npm run check:types` fails when it does.

describe('the parameters of a route', () => {
  test.each(['get', 'post', 'put', 'patch', 'delete', 'any'] as const)(
    'are known to middleware of %s',
    (method) => {
      const apps = { a: new a.Application(), b: new b.Application() };
      const ofA = apps.a[method](
        `/${method}/{id:\\d{4}}[/{lang}]`,
        (request) => new TextResponse(request.path),
      );
      const ofB = apps.b[method](
        `/${method}/{id:\\d{4}}[/{lang}]`,
        (request) => new TextResponse(request.path),
      );
      expect([ofA.path, ofB.path]).toEqual(Array(2).fill(`/${method}/{id:\\d{4}}[/{lang}]`));
      apps.a[method]('/literal/{id}', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>();
        return new TextResponse(params.id);
      });
      apps.b[method]('/literal/{id}', ({ params }) => {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>();
        return new TextResponse(params.id);
      });
    },
  );

  test('are known in every form of middleware', () => {
    const app = new b.Application();
    app.route('/1/{id}[/{lang}]', ({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ id: string; lang?: string }>();
      // @ts-expect-error the path has no such parameter
      return new TextResponse(String(params.nope));
    });
    app.get('/2/{id}', [
      (request, delegate) => delegate(request),
      [({ params }) => new TextResponse(params.id)],
    ]);
    app.get('/3/{id}', { process: ({ params }) => new TextResponse(params.id) });
    app.get(
      '/4/{id}',
      class {
        process(request: ServerRequest<{ id: string }>): HttpResponse {
          return new TextResponse(request.params.id);
        }
      },
    );
    app.get('/5/{id}', 'service');
    app.get('/6/{id}', new b.Application());
    // @ts-expect-error the middleware wants a parameter that the path lacks
    app.get('/7/{id}', (request: ServerRequest<{ slug: string }>) => new TextResponse(request.params.slug));
    expect(app.routes).toHaveLength(7);
  });

  test('are compared as strictly for objects and classes as for functions', () => {
    class Paged {
      process(request: ServerRequest<{ id: string; page: string }>): HttpResponse {
        return new TextResponse(request.params.page);
      }
    }
    const apps = { a: new a.Application(), b: new b.Application() };
    // @ts-expect-error the middleware wants more parameters than the path has
    apps.a.get('/1/{id}', Paged);
    // @ts-expect-error the middleware wants more parameters than the path has
    apps.b.get('/1/{id}', Paged);
    // @ts-expect-error the middleware wants more parameters than the path has
    apps.b.get('/2/{id}', new Paged());
    // @ts-expect-error the parameter may be absent
    apps.b.get('/3/{id}[/{page}]', Paged);
    apps.a.get('/4/{id}/{page}', Paged);
    apps.b.get('/4/{id}/{page}', new Paged());
    apps.b.get(
      '/5/{id}[/{page}]',
      class {
        process(request: ServerRequest): HttpResponse {
          return new TextResponse(request.params['page'] ?? '');
        }
      },
    );
    expect(apps.b.routes).toHaveLength(5);
  });

  test('nothing accumulates on the type of the application', () => {
    const app = new a.Application();
    expectTypeOf(app.pipe('/a', 'x').pipeRoutingMiddleware()).toEqualTypeOf<a.Application>();
    expectTypeOf(app.get('/{id}', 'x')).toEqualTypeOf<a.Route>();
    expect(app.routes).toHaveLength(1);
  });
});

test('pipe with a path takes several middleware', () => {
  const appA = new a.Application();
  const appB = new b.Application();
  appA.pipe(
    '/a',
    (_request, _response, next) => next(),
    'service',
    () => new TextResponse('a'),
  );
  appB.pipe(
    '/b',
    (request, delegate) => delegate(request),
    'service',
    () => new TextResponse('b'),
  );
  // @ts-expect-error one of them returns nothing
  appA.pipe('/a', 'service', () => {});
  // @ts-expect-error one of them returns nothing
  appB.pipe('/b', 'service', () => {});
  // @ts-expect-error without a path it takes one
  expect(() => appB.pipe(() => new TextResponse('b'), 'service')).toThrow('pipe([first, second])');
  expect(appB.entries).toHaveLength(5);
});

describe('the variants', () => {
  test('have middleware that cannot be mistaken for each other', () => {
    const ofA: a.Middleware = (request, response, next) => next(request, response);
    const ofB: b.Middleware = (request, delegate) => delegate(request);
    const classA = class {
      process(request: ServerRequest, response: HttpResponse, next: a.Next) {
        return next(request, response);
      }
    };
    const classB = class {
      process(request: ServerRequest, delegate: b.Delegate) {
        return delegate(request);
      }
    };
    const appA = new a.Application();
    const appB = new b.Application();
    // @ts-expect-error A needs three arguments
    appB.pipe(ofA);
    // @ts-expect-error a response is no delegate
    appA.pipe(ofB);
    // @ts-expect-error an object of A
    appB.pipe(new classA());
    // @ts-expect-error an object of B
    appA.pipe(new classB());
    // @ts-expect-error a class of A
    appB.get('/', classA);
    // @ts-expect-error a class of B
    appA.get('/', classB);
    // @ts-expect-error an application of B
    appA.pipe(new b.Application());
    // @ts-expect-error an application of A
    appB.pipe('/a', new a.Application());
    // @ts-expect-error in an array
    appB.pipe([ofB, ofA]);
    // @ts-expect-error B must respond
    appB.pipe(() => {});
    // @ts-expect-error so must A
    appA.pipe(() => {});
    // @ts-expect-error later too
    appA.pipe(async () => {});
    // @ts-expect-error nor does error middleware return nothing
    appA.pipeErrorHandler(() => {});
    expectTypeOf<a.Middleware>().not.toExtend<b.Middleware>();
    expectTypeOf<b.Middleware>().not.toExtend<a.Middleware>();
    expectTypeOf<a.MiddlewareValue>().not.toExtend<b.MiddlewareValue>();
    expectTypeOf<b.MiddlewareValue>().not.toExtend<a.MiddlewareValue>();
    expect([classA, classB]).toHaveLength(2);
  });

  test('only A has error middleware', () => {
    const error: a.ErrorMiddleware = (cause, request, response, next) => next(request, response, cause);
    const app = new a.Application().pipe(error).pipe('/a', error).pipeErrorHandler(error);
    // @ts-expect-error it takes an error first
    app.get('/', error);
    // @ts-expect-error ordinary middleware takes no error
    app.pipeErrorHandler((request: ServerRequest, response: HttpResponse, next: a.Next) =>
      next(request, response),
    );
    expect(new b.Application()).not.toHaveProperty('pipeErrorHandler');
    expectTypeOf<b.Application>().not.toHaveProperty('pipeErrorHandler');
    expectTypeOf<typeof b>().not.toHaveProperty('FinalHandler');
    expectTypeOf<typeof a>().not.toHaveProperty('ErrorHandler');
  });

  test('take any kind of middleware, and nothing else', () => {
    const app = new b.Application();
    // @ts-expect-error a number
    expect(() => app.pipe(undefined)).toThrow();
    // @ts-expect-error a class whose objects have no "process"
    app.pipe(Date);
    // @ts-expect-error a returned value that is no response
    app.pipe(() => 'text');
    app.pipe(() => new Response('a Web response'));
    app.pipe(async () => new TextResponse('later'));
    app.pipe(Symbol('service'));
    expectTypeOf<RouteResult['route']>().toEqualTypeOf<a.Route | undefined>();
  });
});
