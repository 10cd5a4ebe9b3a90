import { describe, expect, test } from 'vitest';
import {
  type ErrorRenderer,
  HttpError,
  HttpResponse,
  InvalidArgumentError,
  MethodNotAllowedError,
  MissingResponseError,
  NotFoundError,
  type RenderError,
  ServerRequest,
} from '../../../src/index.ts';
import {
  ErrorResponder,
  type ErrorResponderOptions,
} from '../../../src/kernel/error-responses/error-responder.ts';
import { notFound } from '../../../src/kernel/error-responses/problem.ts';
import { statusOf } from '../../../src/kernel/errors/http-error.ts';

const SECRET = '/srv/app/secret.ts';

/** A responder that collects what it logs. */
function responder(options: Omit<ErrorResponderOptions, 'log'> = {}): {
  errors: ErrorResponder;
  logged: unknown[];
} {
  const logged: unknown[] = [];
  return { errors: new ErrorResponder({ ...options, log: (error) => logged.push(error) }), logged };
}

function requestFor(accept: string, path = '/post/7'): ServerRequest {
  return new ServerRequest(path, { headers: { accept } });
}

async function render(
  error: unknown,
  accept: string,
  debug = false,
  path?: string,
): Promise<[HttpResponse, string]> {
  const { errors } = responder({ debug: debug && 'everyone' });
  const response = await errors.respond(error, requestFor(accept, path));
  return [response, await response.toWeb().text()];
}

describe('an error of the server, without debug (E1)', () => {
  const error = new Error(`cannot open ${SECRET}`);

  test('is problem+json with the phrase only', async () => {
    const [response, body] = await render(error, 'application/json');
    expect(response.status).toBe(500);
    expect(response.header('content-type')).toBe('application/problem+json');
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Internal Server Error',
      instance: '/post/7',
    });
  });

  test('is HTML with the phrase only', async () => {
    const [response, body] = await render(error, 'text/html');
    expect(response.header('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>500 Internal Server Error</title>');
    expect(body).toContain('<h1>500 Internal Server Error</h1>');
    expect(body).not.toMatch(/<pre|<p>/);
  });

  test('is text with the phrase only', async () => {
    const [response, body] = await render(error, '*/*');
    expect(response.header('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toBe('500 Internal Server Error\n');
  });

  test.for(['application/json', 'text/html', '*/*'])('contains no internals as %s', async (accept) => {
    const thrown: readonly unknown[] = [
      error,
      new HttpError(503, SECRET),
      Object.assign(new Error(SECRET), { status: 404 }),
      SECRET,
      { message: SECRET },
      new Error('x', { cause: error }),
      new AggregateError([error], SECRET),
    ];
    for (const one of thrown) {
      const [response, body] = await render(one, accept);
      expect(body).not.toContain('secret');
      expect(body).not.toContain('error-responder');
      expect(JSON.stringify([...response.headers])).not.toContain('secret');
    }
  });

  test('is not to be taken for another type', async () => {
    for (const accept of ['application/json', 'text/html', '*/*']) {
      const [response] = await render(error, accept);
      expect(response.header('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('an error of the server, with debug (E1)', () => {
  const error = new TypeError('no <b> & such');

  test('is problem+json with message and stack', async () => {
    const [, body] = await render(error, 'application/json', true);
    expect(JSON.parse(body)).toMatchObject({ status: 500, detail: 'no <b> & such', stack: error.stack });
  });

  test('is plain text for a browser, too', async () => {
    const [response, body] = await render(error, 'text/html', true);
    expect(response.header('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toContain('no <b> & such');
    expect(body).toContain('error-responder.test.ts');
  });

  test('is text with message and stack', async () => {
    const [, body] = await render(error, '*/*', true);
    expect(body.startsWith('500 Internal Server Error\nno <b> & such\n')).toBe(true);
    expect(body).toContain('error-responder.test.ts');
  });

  test.for([
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['0', 0, '0'],
    ['a string', 'oops', 'oops'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object', { a: 1 }, 'an object with the keys "a"'],
  ] as const)('may be %s instead of an Error', async ([, thrown, shown]) => {
    const [response, body] = await render(thrown, '*/*', true);
    expect(response.status).toBe(500);
    expect(body).toContain('A value that is not an Error was thrown: ');
    expect(body).toContain(shown);
  });
});

describe('an HttpError below 500 (E2)', () => {
  test('shows its message and headers', async () => {
    const error = new HttpError(429, 'Wait a little', { headers: { 'Retry-After': '120' } });
    const [response, body] = await render(error, 'application/json');
    expect(response.status).toBe(429);
    expect(response.header('retry-after')).toBe('120');
    expect(JSON.parse(body)).toMatchObject({
      title: 'Too Many Requests',
      status: 429,
      detail: 'Wait a little',
    });
  });

  test('shows the phrase once where it has no message of its own', async () => {
    expect((await render(new HttpError(403), '*/*'))[1]).toBe('403 Forbidden\n');
    expect((await render(new HttpError(403, 'No'), '*/*'))[1]).toBe('403 Forbidden\nNo\n');
  });

  test('may be of a status without a phrase', async () => {
    const [response, body] = await render(new HttpError(499), '*/*');
    expect(response.status).toBe(499);
    expect(body).toContain('499');
  });

  test('that is a MethodNotAllowedError carries Allow', async () => {
    const [response] = await render(new MethodNotAllowedError(['GET', 'HEAD']), '*/*');
    expect(response.status).toBe(405);
    expect(response.header('allow')).toBe('GET, HEAD');
  });

  test('shows its stack with debug only', async () => {
    const error = new HttpError(400, 'Bad');
    for (const accept of ['application/json', 'text/html', '*/*']) {
      expect((await render(error, accept))[1]).not.toContain('error-responder');
      expect((await render(error, accept, true))[1]).toContain('error-responder');
    }
  });

  test('is escaped in HTML', async () => {
    const message = `<script>alert("1")</script> & 'more'`;
    const [, body] = await render(new HttpError(400, message), 'text/html');
    expect(body).not.toContain('<script>');
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
  });

  test('is escaped in JSON', async () => {
    const [, body] = await render(new HttpError(400, '"\n\\</script>'), 'application/json');
    expect(JSON.parse(body)).toMatchObject({ detail: '"\n\\</script>' });
  });
});

describe('a 404 (E2)', () => {
  test('contains method and path', async () => {
    const request = new ServerRequest('/a%20b?c=d', {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    const error = notFound(request.withPath('/inner'));
    expect(error).toBeInstanceOf(NotFoundError);
    const body = await (await responder().errors.respond(error, request)).toWeb().text();
    expect(JSON.parse(body)).toMatchObject({ status: 404, instance: '/a%20b' });
    expect(JSON.parse(body)).toHaveProperty('detail', expect.stringContaining('POST'));
    expect(JSON.parse(body)).toHaveProperty('detail', expect.stringContaining('/a%20b'));
  });

  test('escapes them in HTML', async () => {
    const request = requestFor('text/html', `/a&b'<i>"`);
    const body = await (await responder().errors.respond(notFound(request), request)).toWeb().text();
    expect(body).toContain('&amp;b&#39;');
    expect(body).not.toMatch(/<i>|&b|b'/);
  });
});

describe('the status of an error', () => {
  test.for<readonly [unknown, number | undefined]>([
    [new HttpError(418), 418],
    [{ status: 404 }, 404],
    [{ statusCode: 403 }, 403],
    [{ status: 'x', statusCode: 503 }, 503],
    [{ status: 200 }, undefined],
    [{ status: 600 }, undefined],
    [{ status: 404.5 }, undefined],
    [{ status: '404' }, undefined],
    [new Error('x'), undefined],
    [null, undefined],
    ['404', undefined],
    [404, undefined],
  ])('of %o is %s', ([error, status]) => {
    expect(statusOf(error)).toBe(status);
  });

  test("is the caller's status if the error has none", async () => {
    const { errors, logged } = responder();
    expect((await errors.respond(new Error('x'), requestFor(''), { status: 422 })).status).toBe(422);
    expect((await errors.respond(new HttpError(403), requestFor(''), { status: 422 })).status).toBe(403);
    expect(logged).toEqual([]);
  });

  test.for([399, 600, 200, 400.5, Number.NaN, '404'])('cannot be %s in an HttpError', (status) => {
    expect(() => new HttpError(status as number)).toThrow(
      new InvalidArgumentError('status of an HttpError', 'an integer from 400 to 599', status),
    );
  });
});

describe('the log (E3)', () => {
  test('is called once for every 5xx, with its error and request', async () => {
    const told: unknown[][] = [];
    const errors = new ErrorResponder({ log: (...args) => told.push(args) });
    const request = requestFor('');
    const failures = [new Error('a'), new HttpError(503), null];
    for (const error of failures) await errors.respond(error, request);
    expect(told).toEqual(failures.map((error) => [error, request]));
  });

  test('is not called for errors of the client', async () => {
    const { errors, logged } = responder();
    await errors.respond(new HttpError(404), requestFor(''));
    await errors.respond({ statusCode: 422, expose: true }, requestFor(''));
    expect(logged).toEqual([]);
  });

  test('that throws or rejects changes nothing for the client', async () => {
    for (const log of [
      (): never => {
        throw new Error('log');
      },
      (): Promise<never> => Promise.reject(new Error('log')),
    ]) {
      const response = await new ErrorResponder({ log }).respond(new Error('x'), requestFor(''));
      expect(response.status).toBe(500);
      expect(await response.toWeb().text()).toBe('500 Internal Server Error\n');
    }
  });
});

describe('an error that cannot be rendered still gets a response', () => {
  const hostile: readonly (readonly [string, unknown, number])[] = [
    ['a malformed header', new HttpError(400, 'x', { headers: { 'X-A': 'a\r\nSet-Cookie: b' } }), 400],
    ['an object without String', Object.create(null), 500],
    [
      'a message that throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('getter');
        },
      }),
      500,
    ],
    [
      'a status that throws',
      {
        get status(): number {
          throw new Error('getter');
        },
      },
      500,
    ],
    [
      'a revoked proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
      500,
    ],
  ];

  test.for(hostile)('%s', async ([, error, status]) => {
    for (const debug of [false, true]) {
      for (const accept of ['application/json', 'text/html', '*/*']) {
        const { errors, logged } = responder({ debug: debug && 'everyone' });
        const response = await errors.respond(error, requestFor(accept));
        expect(response.status).toBe(status);
        expect(response.headers.has('set-cookie')).toBe(false);
        expect(logged).toHaveLength(status >= 500 ? 1 : 0);
        expect(await response.toWeb().text()).toContain(
          status === 400 ? 'Bad Request' : 'Internal Server Error',
        );
      }
    }
  });
});

describe('a renderer (E6)', () => {
  test('creates the response, synchronously or later', async () => {
    for (const renderer of [
      (error: unknown) => new HttpResponse(String(error), 418),
      async (error: unknown) => new HttpResponse(String(error), 418),
    ]) {
      const { errors, logged } = responder({ renderer });
      const response = await errors.respond('x', requestFor(''));
      expect([response.status, response.body.size]).toEqual([418, 1]);
      expect(logged).toEqual([]);
    }
  });

  test('responds synchronously if possible', () => {
    const { errors } = responder({ renderer: () => new HttpResponse() });
    expect(errors.respond('x', requestFor(''))).toBeInstanceOf(HttpResponse);
    expect(responder().errors.respond('x', requestFor(''))).toBeInstanceOf(HttpResponse);
  });

  test('that responds with 5xx has the error logged, once', async () => {
    const error = new Error('x');
    for (const renderer of [() => new HttpResponse(null, 502), async () => new HttpResponse(null, 502)]) {
      const { errors, logged } = responder({ renderer });
      await errors.respond(error, requestFor(''));
      expect(logged).toEqual([error]);
    }
  });

  test.for([
    [
      'throws',
      (): never => {
        throw new Error('renderer');
      },
    ],
    ['rejects', (): Promise<never> => Promise.reject(new Error('renderer'))],
  ] as const)('that %s leaves the error to the framework, and is logged beside it', async ([, renderer]) => {
    for (const error of [new HttpError(404, 'Gone'), new HttpError(503)]) {
      const { errors, logged } = responder({ renderer });
      const response = await errors.respond(error, requestFor('*/*'));
      expect(response.status).toBe(error.status);
      expect(logged).toEqual([...(error.status === 503 ? [error] : []), new Error('renderer')]);
      expect(await response.toWeb().text()).toBe(
        error.status === 404 ? '404 Not Found\nGone\n' : '503 Service Unavailable\n',
      );
    }
  });

  test.for([
    ['nothing', (): undefined => undefined],
    ['nothing later', async (): Promise<undefined> => undefined],
  ] as const)('that returns %s leaves the error to the framework', async ([, renderer]) => {
    const { errors, logged } = responder({ renderer });
    const response = await errors.respond(new HttpError(404, 'Gone'), requestFor('*/*'));
    expect(response.status).toBe(404);
    expect(logged).toEqual([]);
    expect(await response.toWeb().text()).toBe('404 Not Found\nGone\n');
  });

  test.for([
    ['null', () => null as unknown as HttpResponse],
    ['what is no response', () => ({ status: 200 }) as unknown as HttpResponse],
    ['what is no response later', async () => ({ status: 200 }) as unknown as HttpResponse],
  ] as const)(
    'that returns %s leaves the error to the framework, which logs the mistake',
    async ([, renderer]) => {
      const { errors, logged } = responder({ renderer });
      const response = await errors.respond(new HttpError(404, 'Gone'), requestFor('*/*'));
      expect(await response.toWeb().text()).toBe('404 Not Found\nGone\n');
      expect(logged).toEqual([expect.any(MissingResponseError)]);
      expect((logged[0] as Error).message).toMatch(
        /^The middleware ErrorRenderer returned .+ for GET \/post\/7; return an HttpResponse, a Response, or undefined/,
      );
    },
  );

  test('for one error takes precedence over the other, which takes precedence over the framework', async () => {
    const { errors } = responder({
      renderer: (error) => (error === 'x' ? new HttpResponse(null, 410) : undefined),
    });
    const asked = async (error: unknown, render: RenderError): Promise<number> =>
      (await errors.respond(error, requestFor(''), { render })).status;
    expect(await asked('x', () => new HttpResponse(null, 411))).toBe(411);
    expect(await asked('x', () => undefined)).toBe(410);
    expect(await asked('y', async () => undefined)).toBe(500);
  });

  test.for<[string, unknown]>([
    ['a promise', Promise.resolve(() => undefined)],
    ['a class', HttpResponse],
    ['an object without "render"', { rendr: () => undefined }],
    ['a text', 'ErrorRenderer'],
  ])('cannot be %s', ([, renderer]) => {
    expect(() => responder({ renderer: renderer as ErrorRenderer })).toThrow(
      new InvalidArgumentError('ErrorRenderer', 'a function or an object with a method "render"', renderer),
    );
  });
});
