import { describe, expect, test } from 'vitest';
import * as a from 'fw-runtime/a';
import * as b from 'fw-runtime/b';
import { TextResponse } from 'fw-runtime';
import { ServiceManager } from '../../../runtime/src/kernel/container/service-manager.ts';
import { describe as describeApp, type LayerDescription } from '../../src/index.ts';
import { useDevTools } from '../support/use-dev-tools.ts';

useDevTools();

// A guard that is registered behind dispatch never runs for a route, and nothing else reports it.

const variants = [
  ['A', a],
  ['B', b],
] as const;
const respond = () => new TextResponse('Here.');
const AFTER = 'runs only for requests that no route handles, because it is registered after dispatch';
const CALLS = 'pipe it before pipeRoutingMiddleware()';

function warningsOf(layers: readonly LayerDescription[]): string[] {
  return layers.flatMap(({ warning, children }) => [
    ...(warning === undefined ? [] : [warning.replace(/ \(.*\)/, '')]),
    ...warningsOf(children),
  ]);
}

describe.each(variants)('variant %s', (variant, { Application, ApplicationFactory, ...own }) => {
  function guard(): TextResponse {
    return new TextResponse('No entry.', 403);
  }
  function fallback(): TextResponse {
    return new TextResponse('Nothing here.', 404);
  }
  const make = (options = {}): b.Application => new Application(options) as never as b.Application;

  test('middleware behind dispatch causes a warning with a solution, except for a last one without effect (P5)', () => {
    const app = make();
    app.get('/', respond);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipe('/admin', guard).pipe(fallback);
    expect(warningsOf(describeApp(app).pipeline)).toEqual([`The middleware guard ${AFTER}: ${CALLS}.`]);
  });

  test('middleware between routing and dispatch, error handlers and applications cause no warning (P5)', () => {
    const child = make();
    child.get('/x', respond);
    child.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const app = make();
    app.pipe(guard).pipeRoutingMiddleware().pipe(guard);
    app.pipeDispatchMiddleware();
    app.pipe('/child', child).pipe(fallback);
    if (variant === 'A') {
      const withErrors = app as never as a.Application;
      withErrors.pipeErrorHandler((error, request, response, next) => next(request, response, error));
    } else app.pipe(new b.ErrorHandler()).pipe(new b.NotFoundHandler());
    expect(warningsOf(describeApp(app).pipeline)).toEqual([]);
  });

  test('everything behind a route for any method and path never runs (P5)', () => {
    const app = make();
    app.any('/{rest:.*}', respond);
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.pipe(guard);
    expect(warningsOf(describeApp(app).pipeline)).toEqual([
      `The middleware guard never runs, because the route /{rest:.*} handles every request before it: ${CALLS}.`,
    ]);
  });

  test('an inner application is checked as well, and an array with routing and dispatch like separate entries (P5)', () => {
    const child = make();
    child.pipe([own.ROUTING_MIDDLEWARE, own.DISPATCH_MIDDLEWARE, guard, fallback] as never);
    const app = make().pipe('/child', child);
    expect(warningsOf(describeApp(app).pipeline)).toEqual([`The middleware guard ${AFTER}: ${CALLS}.`]);
  });

  test('with debug the start warns, with file and line; without debug it does not (P5)', async () => {
    for (const debug of [true, false]) {
      const warnings: unknown[] = [];
      const logger = {
        error() {},
        warn: (warning: unknown) => warnings.push(warning),
        info() {},
        debug() {},
      };
      const app = make({ debug, logger });
      app.get('/', respond);
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();
      app.pipe(guard);
      app.pipe(fallback);
      const { close } = await app.run({ host: '127.0.0.1', port: 0, silent: true, signals: false });
      await close();
      const shown = warnings.map(String).filter((warning) => warning.includes('guard'));
      expect(shown).toEqual(
        debug
          ? [expect.stringMatching(/\(packages\/devtools\/test\/checks\/late-middleware\.test\.ts:\d+\)\.$/)]
          : [],
      );
    }
  });

  test('the warning names the priority of the entry (C2)', () => {
    const config = {
      routes: [{ path: '/', middleware: respond, allowed_methods: ['GET'] }],
      middleware_pipeline: {
        routing: { middleware: own.ROUTING_MIDDLEWARE },
        dispatch: { middleware: own.DISPATCH_MIDDLEWARE, priority: 0 },
        guard: { middleware: guard, priority: -1 },
        fallback: { middleware: fallback, priority: -2 },
      },
    };
    const app = new ApplicationFactory().create(
      new ServiceManager({ services: { config } }),
    ) as never as b.Application;
    expect(warningsOf(describeApp(app).pipeline)).toEqual([
      `The middleware guard ${AFTER}: give it a higher priority than ROUTING_MIDDLEWARE.`,
    ]);
  });
});

test('everything behind a NotFoundHandler never runs, but a NotFoundHandler under a prefix ends nothing else (P5)', () => {
  const app = new b.Application();
  app.pipe('/api', b.NotFoundHandler).pipe(respond);
  expect(warningsOf(describeApp(app).pipeline)).toEqual([]);
  app.pipe(new b.NotFoundHandler()).pipeRoutingMiddleware().pipeDispatchMiddleware();
  expect(warningsOf(describeApp(app).pipeline)).toEqual(
    ['routing', 'dispatch'].map(
      (name) =>
        `The middleware ${name} never runs, because the NotFoundHandler before it responds to every request: ${CALLS}.`,
    ),
  );
});
