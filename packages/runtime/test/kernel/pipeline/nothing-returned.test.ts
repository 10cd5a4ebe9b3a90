import { describe, expect, test, vi } from 'vitest';
import type { ServerRequest } from '../../../src/a/index.ts';
import {
  Application,
  type ErrorMiddleware,
  HttpError,
  type HttpResponse,
  JsonResponse,
  MissingResponseError,
  type Next,
  TextResponse,
} from '../../../src/a/index.ts';
import { deferred } from '../../support/deferred.ts';
import { inJavaScript } from '../../support/in-javascript.ts';

const NOTHING = 'returned undefined for GET /x; return a response or "return next()".';

interface Watched {
  readonly app: Application;
  readonly logged: unknown[];
  readonly warned: string[];
}

function watched(debug: boolean): Watched {
  const logged: unknown[] = [];
  const warned: string[] = [];
  const logger = {
    warn: (message: unknown) => void warned.push(String(message)),
    info() {},
    error: (record: unknown) => void logged.push((record as { err: unknown }).err),
  };
  return { app: new Application({ debug: debug && 'everyone', logger }), logged, warned };
}

async function answerOf(app: Application, path = '/x'): Promise<string> {
  const response = await app.request(path);
  return `${response.status} ${await response.text()}`;
}

const shown: ErrorMiddleware = (error) => new TextResponse(String(error), 503);

describe.each([false, true])('in variant A, debug: %s', (debug) => {
  test.each<[string, Parameters<typeof inJavaScript>[0]]>([
    ['a function', function guard() {}],
    ['an async function', async function guard() {}],
    [
      'a copy of the response that is thrown away',
      function guard(_, response) {
        response.withStatus(404);
      },
    ],
    [
      'headers that are set on a copy',
      async function guard(_, response) {
        await Promise.resolve(response.withHeader('X-A', '1'));
      },
    ],
  ])(
    '%s without a return is a logged 500 that names the middleware and the request (A1)',
    async (_, habit) => {
      const { app, logged } = watched(debug);
      app.pipe(inJavaScript(habit)).pipe(() => new TextResponse('inner'));
      expect((await app.request('/x')).status).toBe(500);
      expect(logged).toEqual([expect.any(MissingResponseError)]);
      expect(String(logged[0])).toContain(`The middleware guard ${NOTHING}`);
    },
  );

  test('data written by outer middleware is not the response of a middleware that returns nothing (A1)', async () => {
    const { app } = watched(debug);
    app.pipe((_request, response, next) => {
      response.body.write('head');
      return next();
    });
    app.pipe(inJavaScript(function guard() {})).pipeErrorHandler(shown);
    expect(await answerOf(app)).toContain(NOTHING);
  });

  test('a callback that calls next later runs nothing and is warned of once (A1)', async () => {
    const { app, logged, warned } = watched(debug);
    const ran = vi.fn(() => new TextResponse('inner'));
    const callbacks: (() => unknown)[] = [];
    const child = new Application().pipe(ran);
    app.pipe(
      inJavaScript(function fromDatabase(request, response, next) {
        callbacks.push(
          () => next(request, response),
          () => next(),
          () => next(new Error('late')),
          () => child.process(request, response, next),
        );
      }),
    );
    app.pipe(ran);
    expect((await app.request('/x')).status).toBe(500);
    expect(String(logged[0])).toContain('A callback that calls next() comes too late');
    const [first, second, third] = callbacks;
    for (const call of [first, second, third]) expect(call?.()).toMatchObject({ status: 200 });
    expect(ran).not.toHaveBeenCalled();
    expect(warned).toEqual([
      expect.stringMatching(/fromDatabase called next\(\) after .* GET \/x, so next\(\) ran nothing; await/),
    ]);
  });

  test('a child application that ends by a late next does not call the next middleware (A1, P6)', async () => {
    const { app, warned } = watched(debug);
    const ran = vi.fn(() => new TextResponse('inner'));
    const child = new Application({ log: () => {} });
    let late: () => unknown = () => {};
    app.pipe(
      inJavaScript((request, response, next) => {
        late = () => child.process(request, response, next);
      }),
    );
    app.pipe(ran);
    await app.request('/x');
    await late();
    expect(ran).not.toHaveBeenCalled();
    expect(warned).toHaveLength(1);
  });

  test.each<[string, (next: Next, request: ServerRequest, response: HttpResponse) => unknown]>([
    ['a request alone', (next, request) => next(request as never)],
    ['a response alone', (next, _, response) => next(response as never)],
    ["Express's argument of next", (next) => next('route' as never)],
    ['null', (next) => next(null as never)],
    [
      'request and response in the wrong order',
      (next, request, response) => next(response as never, request as never),
    ],
    ['an error before the response', (next, _, response) => next(new Error('x') as never, response)],
    ['an error without a response', (next, request) => next(request, undefined as never, new Error('x'))],
    ['a plain object for the response', (next, request) => next(request, { status: 200 } as never)],
  ])('next with %s is an error that names its arguments (A1)', async (_, call) => {
    const { app } = watched(debug);
    app.pipe((request, response, next) => call(next, request, response) as HttpResponse);
    app.pipe(() => new TextResponse('inner')).pipeErrorHandler(shown);
    expect(await answerOf(app)).toMatch(
      /^503 InvalidArgumentError: The argument of next\(\) must be .*: next\(\), next\(error\), next\(request, response\)/,
    );
  });

  test("next without arguments continues with the middleware's own arguments (A1)", async () => {
    const { app } = watched(debug);
    app.pipe((request, response, next) =>
      next(request.withAttribute('a', 1), response.withHeader('X-A', '1')),
    );
    app.pipe((_request, _response, next) => next());
    app.pipe((request, response) => response.withBody(String(request.getAttribute('a'))));
    const response = await app.request('/');
    expect([response.headers.get('x-a'), await response.text()]).toEqual(['1', '1']);
  });

  test("next with a single error runs error middleware with the middleware's own arguments (A2)", async () => {
    const { app } = watched(debug);
    app.pipe((request, response, next) => next(request, response.withStatus(409)));
    app.pipe((_request, _response, next) => next(new HttpError(403, 'Not you.')));
    app.pipe(() => new TextResponse('ordinary'));
    app.pipeErrorHandler(
      (error, _request, { status }) => new TextResponse(`${status} ${String(error)}`, 403),
    );
    expect(await answerOf(app)).toBe('403 409 HttpError: Not you.');
  });

  test('100 requests that interleave each continue with their own next (A1, P7)', async () => {
    const { app } = watched(debug);
    const count = 100;
    const all = deferred();
    const nexts = new Set<Next>();
    let arrived = 0;
    for (let layer = 0; layer < 2; layer++) {
      app.pipe(async (_request, _response, next) => {
        nexts.add(next);
        if (++arrived === 2 * count) all.resolve();
        // The requests that stay behind come out in another order.
        if (layer === 1) await all.promise;
        else await Promise.resolve();
        return next();
      });
    }
    app.pipe('/in', (_request, _response, next) => next());
    app.pipe((request, response) => {
      response.body.write(request.originalPath);
      return response.withHeader('X-N', request.query.get('n') ?? '');
    });
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const response = await app.request(`/in/${n}?n=${n}`);
        return [response.headers.get('x-n'), await response.text()];
      }),
    );
    expect(answers).toEqual(Array.from({ length: count }, (_, n) => [String(n), `/in/${n}`]));
    expect(nexts.size).toBe(2 * count);
  });

  test('100 interleaved requests are distinguished when half of them return nothing (A1, P7)', async () => {
    const { app } = watched(debug);
    const all = deferred();
    let arrived = 0;
    app.pipe(
      inJavaScript(async (request, _response, next) => {
        if (++arrived === 100) all.resolve();
        await all.promise;
        const passed = next();
        return Number(request.path.slice(1)) % 2 === 0 ? passed : undefined;
      }),
    );
    app.pipe(({ path }) => new TextResponse(path));
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => (await app.request(`/${n}`)).status),
    );
    expect(statuses).toEqual(Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? 200 : 500)));
  });

  test.each<[string, (...given: Parameters<ErrorMiddleware>) => unknown]>([
    ['a function', () => {}],
    ['an async function', async () => {}],
    ['a function that only logs', (error) => void String(error)],
  ])('error middleware, %s, that returns nothing does not swallow the error (A2, E3)', async (_, habit) => {
    const { app, logged } = watched(debug);
    const error = new Error('first');
    app.pipe(() => {
      throw error;
    });
    app.pipeErrorHandler((...given) => habit(...given) as never);
    expect((await app.request('/x')).status).toBe(500);
    expect(logged).toEqual([error]);
    app.pipeErrorHandler(shown);
    expect(await answerOf(app)).toBe('503 Error: first');
  });

  test('error middleware that returned nothing runs nothing by a late next, and is warned of (A2)', async () => {
    const { app, warned } = watched(debug);
    let late: () => unknown = () => {};
    app.pipe(() => {
      throw new Error('first');
    });
    app.pipeErrorHandler((_error, _request, _response, next) => {
      late = () => next();
      return undefined as never;
    });
    app.pipeErrorHandler(shown);
    const ran = vi.fn(() => new TextResponse('ordinary'));
    app.pipe(ran);
    expect(await answerOf(app)).toBe('503 Error: first');
    late();
    expect(ran).not.toHaveBeenCalled();
    expect(warned).toHaveLength(1);
  });

  test.each<
    [
      string,
      (error: Error, ...given: [ServerRequest, HttpResponse, Next]) => HttpResponse | Promise<HttpResponse>,
    ]
  >([
    ['next(error)', (error, _request, _response, next) => next(error)],
    ['next(request, response, error)', (error, request, response, next) => next(request, response, error)],
    [
      'a throw',
      (error) => {
        throw error;
      },
    ],
  ])(
    '%s in error middleware continues with that error, whose cause is the original (A2)',
    async (_, give) => {
      const { app } = watched(debug);
      const original = new Error('original', { cause: new Error('inner') });
      const ownCause = new Error('with its own', { cause: 'own' });
      const others = {
        '/other': () => new Error('other'),
        '/same': () => original,
        '/unwrapped': () => original.cause as Error,
        '/own': () => ownCause,
        '/frozen': () => Object.freeze(new Error('frozen')),
      };
      app.pipe(() => {
        throw original;
      });
      app.pipeErrorHandler((_error, request, response, next) =>
        give(others[request.path as keyof typeof others](), request, response, next),
      );
      app.pipeErrorHandler((error) => {
        const { message, cause } = error as Error;
        return new JsonResponse([message, cause instanceof Error ? cause.message : cause]);
      });
      const told = Object.keys(others).map(async (path) => (await app.request(path)).json());
      expect(await Promise.all(told)).toEqual([
        ['other', 'original'],
        ['original', 'inner'],
        ['inner', null],
        ['with its own', 'own'],
        ['frozen', null],
      ]);
    },
  );

  test('next without arguments in error middleware resumes ordinary middleware (A2)', async () => {
    const { app } = watched(debug);
    app.pipe(() => {
      throw new Error('forgiven');
    });
    app
      .pipeErrorHandler((_error, _request, _response, next) => next())
      .pipe(() => new TextResponse('resumed'));
    expect(await answerOf(app)).toBe('200 resumed');
  });
});

test('the compiler checks the arguments of next (A1)', () => {
  const calls: Parameters<typeof inJavaScript>[0] = (request, response, next) => {
    void next();
    void next(new HttpError(403));
    void next(request, response);
    void next(request, response, 'any error');
    // @ts-expect-error the response is missing
    void next(request.withAttribute('a', 1));
    // @ts-expect-error a single error is an Error
    void next('route');
    // @ts-expect-error the wrong order
    void next(response, request);
    return response;
  };
  expect(calls).toBeTypeOf('function');
});
