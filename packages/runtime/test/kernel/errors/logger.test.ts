import { expect, onTestFinished, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import {
  HttpError,
  HttpResponse,
  InvalidArgumentError,
  type Logger,
  TextResponse,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, serve } from '../../support/serve.ts';
import { serviceMap } from '../../support/service-map.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

/** A logger that collects its entries. */
function keeping(): { logger: Logger; errors: unknown[][]; warnings: unknown[][] } {
  const errors: unknown[][] = [];
  const warnings: unknown[][] = [];
  return {
    logger: {
      info() {},
      warn: (...given) => warnings.push(given),
      error: (...given) => errors.push(given),
    },
    errors,
    warnings,
  };
}

/** The errors and warnings of the console, which prints none of them. */
function silencedConsole(): unknown[][] {
  const told: unknown[][] = [];
  for (const method of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((...given) => void told.push(given));
    onTestFinished(() => spy.mockRestore());
  }
  return told;
}

inBothVariants((kit) => {
  test('a Logger gets an error once, with method, path, route, request id and status (E3)', async () => {
    const console = silencedConsole();
    const { logger, errors } = keeping();
    const err = new Error('inside');
    const child = kit.routed({ logger });
    child.post('/where', kit.list(kit.pass(), kit.throws(err)));
    const app = kit.app({ logger });
    app.pipe(kit.pass());
    app.pipe(kit.child(child));
    await ask(await serve(app), {
      method: 'POST',
      path: '/where?token=secret',
      headers: { 'x-request-id': 'r-1' },
    });
    expect(errors).toEqual([
      [
        { err, method: 'POST', path: '/where', route: '/where^POST', requestId: 'r-1', status: 500 },
        'POST /where failed with 500.',
      ],
    ]);
    expect(console).toEqual([]);
  });

  test("a Logger gets the renderer's status, and no request id if the request has none (E3, E6)", async () => {
    const { logger, errors } = keeping();
    const err = Object.assign(new Error('inside'), { status: 404 });
    const app = kit.app({ logger, errors: { render: () => new TextResponse('upstream', 502) } });
    app.pipe(kit.throws(err));
    await app.request('/');
    expect(errors).toEqual([[{ err, method: 'GET', path: '/', status: 502 }, 'GET / failed with 502.']]);
  });

  test('a Logger gets no errors of the client (E3)', async () => {
    const { logger, errors } = keeping();
    const app = kit.app({ logger });
    app.pipe('/forbidden', kit.throws(new HttpError(403)));
    for (const path of ['/forbidden', '/nowhere', '/%']) await app.request(path);
    expect(errors).toEqual([]);
  });

  test('a log takes precedence over a Logger (E3)', async () => {
    const { logger, errors } = keeping();
    const log = vi.fn();
    const app = kit.app({ log, logger });
    app.pipe(kit.throws(new Error('inside')));
    await app.request('/');
    expect([log.mock.calls.length, errors.length]).toEqual([1, 0]);
  });

  test('an error after the response is logged without a request (E3, S5)', async () => {
    const told = deferred<unknown[]>();
    const err = new Error('the disk is gone');
    const app = kit.app({ logger: { info() {}, warn() {}, error: (...given) => told.resolve(given) } });
    app.pipe(
      kit.handler(() => {
        let pulls = 0;
        const stream = new ReadableStream<Uint8Array>({
          pull: (controller) =>
            pulls++ === 0 ? controller.enqueue(new Uint8Array(10)) : controller.error(err),
        });
        return new HttpResponse(stream);
      }),
    );
    await ask(await serve(app), { path: '/' }).catch(() => {});
    expect(await told.promise).toEqual([
      { err },
      'An error occurred after the response, or outside of a request.',
    ]);
  });

  test('the entry of a Logger that throws is printed on the console (E3)', async () => {
    const console = silencedConsole();
    const fails = (): never => {
      throw new Error('the disk is full');
    };
    const error = new Error('inside');
    const app = kit.app({ debug: true, logger: { info: fails, warn: fails, error: fails } });
    app.pipe('/broken', kit.throws(error));
    app.pipe(kit.hasty());
    app.pipe(kit.handler(async () => new TextResponse('late')));
    expect((await app.request('/broken')).status).toBe(500);
    expect((await app.request('/')).status).toBe(200);
    expect(console).toEqual([
      ['%s', 'GET /broken failed with 500:', error],
      [expect.stringMatching(/^The middleware hasty /)],
    ]);
  });

  test('a Logger that rejects changes nothing (E3)', async () => {
    const rejects = (): Promise<void> => Promise.reject(new Error('the disk is full'));
    const app = kit.app({ logger: { info: rejects, warn: rejects, error: rejects } });
    app.pipe(kit.throws(new Error('inside')));
    expect((await app.request('/')).status).toBe(500);
  });

  test('the console as a Logger prints the error with its stack, and the rest (E3)', async () => {
    const told = silencedConsole();
    const err = new Error('inside');
    const app = kit.app({ logger: console });
    app.pipe(kit.throws(err));
    await app.request('/x');
    expect(told).toEqual([[{ err, method: 'GET', path: '/x', status: 500 }, 'GET /x failed with 500.']]);
  });

  test.each<[string, 'create' | 'createFrom']>([
    ['AppFactory', 'create'],
    ['ApplicationFactory', 'createFrom'],
  ])('%s takes the service Logger (C6)', async (_name, create) => {
    const console = silencedConsole();
    const { logger, errors } = keeping();
    const app = kit[create](serviceMap({ Logger: logger }));
    app.pipe(kit.throws(new Error('inside')));
    await app.request('/');
    expect([errors.length, console]).toEqual([1, []]);
  });

  test.each<[string, unknown]>([
    ['a promise', Promise.resolve(console)],
    ['a function', () => {}],
    ['an object without "warn"', { info() {}, error() {} }],
    ['null', null],
    ['a text', 'console'],
  ])('a service Logger that is %s is an error when the application is created (C6)', (_what, logger) => {
    const expected = new InvalidArgumentError(
      'Logger',
      'an object with the methods info, warn and error',
      logger,
    );
    for (const create of [kit.create, kit.createFrom]) {
      expect(() => create(serviceMap({ Logger: logger }))).toThrow(expected);
    }
  });

  test('a Logger gets a warning about unreachable routes (C3)', () => {
    const console = silencedConsole();
    const { logger, warnings } = keeping();
    const config = {
      routes: [{ path: '/x', middleware: 'X' }],
      middleware_pipeline: [kit.dispatch],
    };
    kit.createFrom(serviceMap({ config, Logger: logger }));
    expect(warnings).toEqual([
      [expect.stringMatching(/^The route cannot be reached: add ROUTING_MIDDLEWARE/)],
    ]);
    expect(console).toEqual([]);
  });

  test('a Logger gets a warning about a key that is similar to one of the framework’s (C4)', () => {
    const console = silencedConsole();
    const { logger, warnings } = keeping();
    kit.createFrom(serviceMap({ config: { middleware_pipelines: [] }, Logger: logger }));
    expect(warnings).toEqual([
      [expect.stringMatching(/"middleware_pipelines".*did you mean "middleware_pipeline"/)],
    ]);
    expect(console).toEqual([]);
  });

  test('a Logger gets a warning about middleware that calls next twice, with debug (P8)', async () => {
    const console = silencedConsole();
    const { logger, warnings } = keeping();
    const app = kit.app({ debug: true, logger });
    app.pipe(kit.twice());
    app.pipe(kit.answer('x'));
    for (let count = 0; count < 2; count++) await app.request('/');
    expect(warnings).toEqual([
      [expect.stringMatching(/^The middleware twice called next or delegate twice/)],
    ]);
    expect(console).toEqual([]);
  });

  test('a Logger gets a warning about debug in production (E1)', async () => {
    const console = silencedConsole();
    vi.stubEnv('NODE_ENV', 'production');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { logger, warnings } = keeping();
    await serve(kit.app({ debug: true, logger }));
    expect(warnings).toEqual([[expect.stringMatching(/^With debug, .+ NODE_ENV is production/)]]);
    expect(console).toEqual([]);
  });
});

test('A: an attribute "requestId" comes before the header (E3)', async () => {
  const { logger, errors } = keeping();
  const app = new a.Application({ logger });
  app.pipe((request, response, next) => next(request.withAttribute('requestId', 'mine'), response));
  app.pipe(() => {
    throw new Error('inside');
  });
  await app.request('/', { headers: { 'x-request-id': 'theirs' } });
  expect(errors).toEqual([[expect.objectContaining({ requestId: 'mine' }), expect.any(String)]]);
});

test('B: an attribute "requestId" takes precedence over the header in an ErrorHandler (E3, B4)', async () => {
  const { logger, errors } = keeping();
  const app = new b.Application({ logger });
  app.pipe((request, delegate) => delegate(request.withAttribute('requestId', 'mine')));
  app.pipe(new b.ErrorHandler()).pipe(() => {
    throw new Error('inside');
  });
  await app.request('/', { headers: { 'x-request-id': 'theirs' } });
  expect(errors).toEqual([[expect.objectContaining({ requestId: 'mine' }), expect.any(String)]]);
});

test('A: an error to which error middleware responds is logged with its status (E3, A2)', async () => {
  const { logger, errors } = keeping();
  const app = new a.Application({ logger }).pipe(() => {
    throw new Error('inside');
  });
  app.pipeErrorHandler(() => new TextResponse('sorry', 503));
  await app.request('/');
  expect(errors).toEqual([[expect.objectContaining({ status: 503 }), 'GET / failed with 503.']]);
});
