import { format } from 'node:util';
import { expect, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { HttpError, TextResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { ask, serve } from '../../support/serve.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

inBothVariants((kit) => {
  test.each<[string, unknown]>([
    ['an Error', new Error('inside')],
    ['an HttpError of 503', new HttpError(503, 'down')],
    ['a text', 'only text'],
  ])('a 5xx is logged once with its error: %s (E3)', async (_what, error) => {
    const log = vi.fn();
    const app = kit.app({ log });
    app.pipe(kit.pass());
    app.pipe('/x', kit.list(kit.throws(error)));
    const { status } = await ask(await serve(app), { path: '/x' });
    expect(status).toBeGreaterThanOrEqual(500);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
  });

  test('an error that throws on inspection is still logged, and the client gets a response (E3)', async () => {
    const log = vi.fn();
    const error = {
      get status() {
        throw new Error('a trap');
      },
    };
    const app = kit.app({ log });
    app.pipe(kit.throws(error));
    expect((await app.request('/')).status).toBe(500);
    expect(log).toHaveBeenCalledOnce();
    expect(log.mock.calls[0]?.[0]).toBe(error);
  });

  test('an error of a child application is logged once (E3)', async () => {
    const log = vi.fn();
    const error = new Error('inside');
    const child = kit.routed({ log });
    child.get('/', kit.throws(error));
    const app = kit.app({ log });
    app.pipe(kit.child(child));
    expect((await app.request('/')).status).toBe(500);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
  });

  test('an error below 500 is not logged (E3)', async () => {
    const log = vi.fn();
    const app = kit.app({ log });
    app.pipe('/forbidden', kit.throws(new HttpError(403)));
    await app.request('/forbidden');
    await app.request('/nowhere');
    await app.request('/%');
    expect(log).not.toHaveBeenCalled();
  });

  test.each<[string, object, boolean]>([
    ['an error of 404 that was not made for the client', { status: 404 }, true],
    ['an error of 422 that was not made for the client', { statusCode: 422 }, true],
    ['an error of 422 that says not to expose it', { status: 422, expose: false }, true],
    ['an error of 422 with expose: true', { status: 422, expose: true }, false],
  ])('whether an error is logged: %s (E4)', async (_what, members, isLogged) => {
    const log = vi.fn();
    const error = Object.assign(new Error('inside'), members);
    const app = kit.app({ log });
    app.pipe(kit.throws(error));
    const { status } = await app.request('/');
    expect(status).toBeLessThan(500);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual(isLogged ? [error] : []);
  });

  test('the log gets the request (E3)', async () => {
    const log = vi.fn();
    const app = kit.app({ log });
    app.pipe(kit.throws(new Error('inside')));
    await app.request('/where?q=1');
    expect(log.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', originalPath: '/where' });
  });
});

test('A: an error to which error middleware responds with a 5xx is logged once (E3)', async () => {
  const log = vi.fn();
  const error = new Error('inside');
  const app = new a.Application({ log });
  app.pipe(() => {
    throw error;
  });
  app.pipeErrorHandler(() => new TextResponse('sorry', 500));
  expect(await (await app.request('/')).text()).toBe('sorry');
  expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
});

test('A: a final handler that fails is logged, and the framework responds (A7, E3)', async () => {
  const log = vi.fn();
  const finalHandler = async () => {
    throw new Error('the final handler is broken');
  };
  const app = new a.Application({ log, finalHandler });
  const response = await app.request('/');
  expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n']);
  expect(log).toHaveBeenCalledOnce();
});

test('B: ErrorHandler calls its listeners with error, request and response, in order, and logs once (B4, E3)', async () => {
  const log = vi.fn();
  const error = new Error('inside');
  const told: unknown[] = [];
  const handler = new b.ErrorHandler((_error, request) => new TextResponse(`sorry ${request.path}`, 503))
    .attachListener((...given) => told.push(['first', ...given]))
    .attachListener((given, request, response) =>
      told.push(['second', given, request.path, response.status]),
    );
  const app = new b.Application({ log }).pipe(handler).pipe(() => {
    throw error;
  });
  expect(await (await app.request('/x')).text()).toBe('sorry /x');
  expect(told).toEqual([
    ['first', error, expect.any(b.ServerRequest), expect.any(b.HttpResponse)],
    ['second', error, '/x', 503],
  ]);
  expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
});

test('B: a listener that is attached twice is called once (B4)', async () => {
  const told: string[] = [];
  const first = (): void => void told.push('first');
  const second = (): void => void told.push('second');
  const handler = new b.ErrorHandler().attachListener(first).attachListener(second).attachListener(first);
  const app = new b.Application({ log: () => {} }).pipe(handler).pipe(() => {
    throw new Error('inside');
  });
  await app.request('/');
  expect(told).toEqual(['first', 'second']);
});

test.each<[string, (answer: () => TextResponse) => a.Application | b.Application]>([
  [
    'A: error middleware',
    (answer) => new a.Application({ log }).pipe(throwsUpstream).pipeErrorHandler(answer),
  ],
  ['A: a final handler', (answer) => new a.Application({ log, finalHandler: answer }).pipe(throwsUpstream)],
  [
    'B: a generator',
    (answer) => new b.Application({ log, errorResponseGenerator: answer }).pipe(throwsUpstream),
  ],
  [
    'B: the generator of an ErrorHandler',
    (answer) => new b.Application({ log }).pipe(new b.ErrorHandler(answer)).pipe(throwsUpstream),
  ],
])('an error of an upstream is logged, whatever responds to it: %s (E4)', async (_who, build) => {
  log.mockClear();
  const app = build(() => new TextResponse('not there', 404));
  expect((await app.request('/')).status).toBe(404);
  expect(log.mock.calls.map(([logged]) => logged)).toEqual([upstream]);
});

const log = vi.fn();
const upstream = Object.assign(new Error('inside'), { status: 404 });

function throwsUpstream(): never {
  throw upstream;
}

test('B: a method mismatch is not logged (B3)', async () => {
  const log = vi.fn();
  const app = new b.Application({ log }).pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.post('/', () => new TextResponse('posted'));
  expect((await app.request('/')).status).toBe(405);
  expect(log).not.toHaveBeenCalled();
});

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('a broken listener');
    },
  ],
  ['rejects', () => Promise.reject(new Error('a broken listener'))],
])(
  'B: a listener that %s changes nothing for the client or the next listener (E3)',
  async (_what, listener) => {
    const next = vi.fn();
    const handler = new b.ErrorHandler().attachListener(listener).attachListener(next);
    const app = new b.Application({ log: () => {} }).pipe(handler).pipe(() => {
      throw new Error('inside');
    });
    expect(await (await app.request('/')).text()).toBe('500 Internal Server Error\n');
    expect(next).toHaveBeenCalledOnce();
  },
);

test('B: listeners are not called without an error (B4)', async () => {
  const listener = vi.fn();
  const app = new b.Application()
    .pipe(new b.ErrorHandler().attachListener(listener))
    .pipe(() => new TextResponse('broken politely', 500));
  expect((await app.request('/')).status).toBe(500);
  expect(listener).not.toHaveBeenCalled();
});

test.each<[string, (response: TextResponse) => unknown]>([
  ['at once', (response) => response],
  ['later', async (response) => response],
])(
  'A: an error to which a custom final handler responds with a 5xx %s is logged once (A7, E3)',
  async (_when, answer) => {
    const log = vi.fn();
    const error = new Error('inside');
    const finalHandler = () => answer(new TextResponse('sorry', 503)) as TextResponse;
    const app = new a.Application({ log, finalHandler }).pipe(() => {
      throw error;
    });
    expect(await (await app.request('/')).text()).toBe('sorry');
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([error]);
  },
);

test('A: an error to which a custom final handler responds below 500 is not logged (A7, E3)', async () => {
  const log = vi.fn();
  const app = new a.Application({ log, finalHandler: () => new TextResponse('gone', 410) }).pipe(() => {
    throw new Error('inside');
  });
  expect((await app.request('/')).status).toBe(410);
  expect(log).not.toHaveBeenCalled();
});

test.each<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['nothing later', async () => undefined],
  ['what is no response', () => ({ status: 200 })],
])(
  'A: a final handler that returns %s is an error, logged beside the original one (A7, E3)',
  async (_what, finalHandler) => {
    const log = vi.fn();
    const error = new Error('inside');
    const app = new a.Application({ log, finalHandler: finalHandler as () => TextResponse }).pipe(() => {
      throw error;
    });
    const response = await app.request('/where');
    expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n']);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([error, expect.any(a.MissingResponseError)]);
    expect(String(log.mock.calls[1]?.[0])).toMatch(/; return an HttpResponse or a Response\.$/);
  },
);

test('A: a FinalHandler without options logs and renders like the application (C6, E1, E3)', async () => {
  const log = vi.fn();
  const app = new a.Application({ log, debug: true, finalHandler: new a.FinalHandler() }).pipe(() => {
    throw new Error('inside');
  });
  expect(await (await app.request('/')).text()).toContain('Pipeline position: anonymous function');
  expect(log).toHaveBeenCalledOnce();
});

test.each<[string, () => never | Promise<never>]>([
  [
    'throws',
    () => {
      throw new Error('a broken generator');
    },
  ],
  ['rejects', () => Promise.reject(new Error('a broken generator'))],
])('B: an error whose generator %s is logged beside the failure (B4, E3)', async (_what, generate) => {
  const log = vi.fn();
  const app = new b.Application({ log }).pipe(new b.ErrorHandler(generate)).pipe(() => {
    throw new Error('inside');
  });
  expect((await app.request('/')).status).toBe(500);
  expect(log.mock.calls.map(([logged]) => (logged as Error).message)).toEqual([
    'inside',
    'a broken generator',
  ]);
});

test.each<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['nothing later', async () => undefined],
  ['what is no response', () => 'text'],
])(
  'B: a default delegate that returns %s is an error that names the mistake (B1, B2)',
  async (_what, answer) => {
    const log = vi.fn();
    const defaultDelegate = answer as () => TextResponse;
    const app = new b.Application({ log, defaultDelegate });
    expect((await app.request('/x')).status).toBe(500);
    expect(log.mock.calls.map(([logged]) => logged)).toEqual([expect.any(b.MissingResponseError)]);
  },
);

test('B: NotFoundHandler renders like the application (B2, E1)', async () => {
  for (const debug of [false, true]) {
    const app = new b.Application({ debug }).pipe(new b.NotFoundHandler());
    const response = await app.request('/x');
    expect(response.status).toBe(404);
    const position = '\nPipeline position: after the last middleware, NotFoundHandler\n';
    expect(await response.text()).toBe(`404 Not Found\nNo route matches GET /x.\n${debug ? position : ''}`);
  }
});

test('an error that cannot be printed is logged with its request (E3)', async () => {
  const told: unknown[] = [];
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation((...given: unknown[]) => {
    told.push(given);
    if (given.includes(error)) throw new Error('a trap');
  });
  const error = new Error('inside');
  const app = new b.Application().pipe(() => {
    throw error;
  });
  expect((await app.request('/')).status).toBe(500);
  console.mockRestore();
  expect(told.at(-1)).toEqual(['GET / failed with 500: The thrown value cannot be printed.']);
});

inBothVariants((kit) => {
  /** The console output for one request. */
  async function printed(app: ReturnType<typeof kit.app>, ...asked: Parameters<typeof app.request>) {
    const lines: string[] = [];
    const spy = vi
      .spyOn(console, 'error')
      .mockImplementation((...given) => void lines.push(format(...given)));
    await app.request(...asked);
    spy.mockRestore();
    return lines;
  }

  test('the console gets method, path, status and route of a 5xx on one line, and the stack below it (E3)', async () => {
    const app = kit.routed({ log: undefined });
    app.post('/reset/{id}', kit.throws(new RangeError('out of paper')), 'reset');
    const [line = '', ...others] = await printed(app, '/reset/7?token=s3cret', { method: 'POST' });

    expect(others).toEqual([]);
    expect(line.split('\n')[0]).toBe(
      'POST /reset/7 failed with 500, route POST /reset/{id} (reset): RangeError: out of paper',
    );
    expect(line.split('\n')[1]).toMatch(/^ +at /);
    expect(line).not.toContain('s3cret');
  });

  test('the console gets the route of a nested application, and no route if none matched (E3)', async () => {
    const child = kit.routed({ log: undefined });
    child.get('/posts', kit.throws(new Error('inside')));
    const app = kit.app({ log: undefined });
    app.pipe('/broken', kit.throws(new Error('before routing')));
    app.pipe('/blog', kit.child(child));

    expect((await printed(app, '/blog/posts'))[0]).toMatch(
      /^GET \/blog\/posts failed with 500, route GET \/posts: Error: inside\n/,
    );
    expect((await printed(app, '/broken'))[0]).toMatch(
      /^GET \/broken failed with 500: Error: before routing\n/,
    );
  });

  test('neither a path nor the name of a route can begin a line of the log or be a format of the console (E3)', async () => {
    const app = kit.routed({ log: undefined });
    app.get('/caf%C3%A9/{rest}', kit.throws(new Error('inside')), 'two\nlines \u001B[2J');
    const [line = ''] = await printed(app, '/caf%c3%a9/%0A%73%64');

    expect(line.split('\n')[0]).toBe(
      `GET /caf%C3%A9/%0Asd failed with 500, route GET /caf%C3%A9/{rest} (two\\u000alines \\u001b[2J): Error: inside`,
    );
  });
});
