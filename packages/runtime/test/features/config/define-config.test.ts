import { describe, expect, expectTypeOf, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';

class Nothing {
  readonly handles = false;
}

class Ping {
  process(): a.HttpResponse {
    return new a.TextResponse('pong');
  }
}

describe('defineConfig', () => {
  test('returns its argument', () => {
    const config = { debug: true, mine: { x: 1 } };
    expect(a.defineConfig(config)).toBe(config);
    expect(b.defineConfig(config)).toBe(config);
  });

  test('keeps the type of its argument', () => {
    const config = a.defineConfig({ debug: true, mine: { x: 1 } });
    expectTypeOf(config.mine.x).toExtend<number>();
    expect(config.mine.x).toBe(1);
  });

  test('of variant A takes middleware in every form, and error middleware behind the flag', () => {
    const config = a.defineConfig({
      dependencies: {
        invokables: { Ping },
        factories: { Db: () => ({}), App: a.ApplicationFactory },
        aliases: { p: 'Ping' },
      },
      routes: [
        { path: '/', middleware: (_request, response) => response, allowed_methods: ['GET'], name: 'home' },
        { path: '/a', middleware: Ping },
        { path: '/b', middleware: [Ping, 'service', ['nested', Ping]] },
      ],
      middleware_pipeline: {
        first: { middleware: 'x', path: '/admin', priority: 10 },
        routing: a.ApplicationFactory.ROUTING_MIDDLEWARE,
        dispatch: a.ApplicationFactory.DISPATCH_MIDDLEWARE,
        errors: { middleware: (_error, _request, response, _next) => response, error: true },
      },
      server: { port: 8080 },
    });
    expect(config.middleware_pipeline.routing).toBe('FW_ROUTING_MIDDLEWARE');
  });

  test('of variant B takes middleware in every form', () => {
    const config = b.defineConfig({
      routes: { home: { path: '/', middleware: (request, delegate) => delegate(request) } },
      middleware_pipeline: [
        { middleware: [Ping, 'service'] },
        b.Application.ROUTING_MIDDLEWARE,
        b.Application.DISPATCH_MIDDLEWARE,
      ],
    });
    expect(config.middleware_pipeline).toHaveLength(3);
  });

  test.each([
    ['a', a.ApplicationFactory, a.ROUTING_MIDDLEWARE, a.DISPATCH_MIDDLEWARE],
    ['b', b.Application, b.ROUTING_MIDDLEWARE, b.DISPATCH_MIDDLEWARE],
  ] as const)(
    'of variant %s takes the constants by their plain names',
    (_variant, holder, routing, dispatch) => {
      const middleware_pipeline = { routing, rest: { middleware: ['guard', dispatch] } };
      expect([a.defineConfig({ middleware_pipeline }), b.defineConfig({ middleware_pipeline })]).toEqual([
        { middleware_pipeline },
        { middleware_pipeline },
      ]);
      expect([routing, dispatch]).toEqual([holder.ROUTING_MIDDLEWARE, holder.DISPATCH_MIDDLEWARE]);
    },
  );

  test('accepts classes that declare their parameters, in objects and in arrays', () => {
    class ShowPost {
      process(request: a.ServerRequest<{ id: string }>): a.HttpResponse {
        return new a.TextResponse(request.params.id);
      }
    }
    const routes = [
      { path: '/1/{id}', middleware: ShowPost },
      { path: '/2/{id}', middleware: ['Auth', [ShowPost]] },
    ];
    const ofA = a.defineConfig({ routes: [...routes, a.group('/api', {}, routes)] });
    const ofB = b.defineConfig({ routes: [...routes, b.group('/api', {}, routes)] });
    expect([ofA.routes, ofB.routes]).toMatchObject([{ length: 3 }, { length: 3 }]);
    a.defineConfig({
      routes: [
        { path: '/{id}', middleware: ShowPost },
        a.group('/x', {}, [{ path: '/{id}', middleware: ShowPost }]),
      ],
    });
    b.defineConfig({
      routes: [
        { path: '/{id}', middleware: ShowPost },
        b.group('/x', {}, [{ path: '/{id}', middleware: ['Auth', ShowPost] }]),
      ],
    });
    b.defineConfig({
      routes: [
        {
          path: '/{id}',
          middleware: {
            process(request) {
              expectTypeOf(request).toEqualTypeOf<b.ServerRequest>();
              return new b.TextResponse(request.path);
            },
          },
        },
      ],
    });
  });

  test('rejects a value that is no configuration', () => {
    // @ts-expect-error a route needs middleware
    a.defineConfig({ routes: [{ path: '/' }] });
    // @ts-expect-error the port is a number
    a.defineConfig({ server: { port: '80' } });
    // @ts-expect-error methods are a list
    b.defineConfig({ routes: [{ path: '/', middleware: 'x', allowed_methods: 'GET' }] });
    // @ts-expect-error a class must have a method "process"
    b.defineConfig({ routes: [{ path: '/', middleware: Nothing }] });
    // @ts-expect-error an entry is a map or one of two names
    a.defineConfig({ middleware_pipeline: ['ROUTING'] });
    expect(a.defineConfig({})).toEqual({});
  });

  test('of variant B rejects the flag "error"', () => {
    // @ts-expect-error variant B has no error middleware
    b.defineConfig({ middleware_pipeline: [{ middleware: 'x', error: true }] });
    // @ts-expect-error variant B has no error middleware
    b.defineConfig({ middleware_pipeline: { one: { middleware: 'x', error: true } } });
    expect(b.defineConfig({})).toEqual({});
  });
});
