import { expect, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import {
  HttpError,
  type HttpResponse,
  type Logger,
  ServerRequest,
  TextResponse,
} from '../../../src/index.ts';
import type { CaseApplication, Kit } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const PLAIN = '500 Internal Server Error\n';
const INSIDE = /the parent is broken[^]*Pipeline position/;

/** An application that fails with everything that can be shown, or does not. */
function broken<M>(kit: Kit<M>, debug: boolean, log: (error: unknown) => unknown): CaseApplication<M> {
  const app = kit.app({ debug, log });
  app.pipe(kit.throws(new Error('the child is broken')));
  return app;
}

inBothVariants((kit) => {
  const ways: Readonly<
    Record<string, (child: CaseApplication<never>, request: ServerRequest) => Promise<unknown>>
  > = {
    'handle()': (child, request) => child.handle(request),
    'handle() that is not awaited': (child, request) => Promise.resolve(void child.handle(request)),
    'request()': (child, request) => child.request(request.path),
    'fetch()': (child, request) => child.fetch(request.toWeb()),
  };

  test.each(
    Object.entries(ways).flatMap(([way, ask]) => [true, false].map((debug) => [way, debug, ask] as const)),
  )(
    'a child called by %s does not change the error responses of its parent; debug of the child: %s (E5)',
    async (_way, debug, ask) => {
      const childLog = vi.fn();
      const parentLog = vi.fn();
      const child = broken(kit, debug, childLog);
      const parent = kit.app({ debug: !debug, log: parentLog });
      parent.pipe(
        kit.handler(async (request) => {
          await ask(child, request);
          throw new Error('the parent is broken');
        }),
      );
      const response = await parent.request('/');
      expect(await response.text()).toEqual(debug ? PLAIN : expect.stringMatching(INSIDE));
      expect(messagesOf(childLog)).toEqual(['the child is broken']);
      expect(messagesOf(parentLog)).toEqual(['the parent is broken']);
    },
  );

  test('an error that child and parent have in common is logged by each (E5, E3)', async () => {
    const error = new Error('no connection');
    const [childLog, parentLog] = [vi.fn(), vi.fn()];
    const child = kit.app({ log: childLog });
    child.pipe(kit.throws(error));
    const parent = kit.app({ log: parentLog });
    parent.pipe(
      kit.handler(async (request) => {
        await child.handle(request);
        throw error;
      }),
    );
    expect((await parent.request('/')).status).toBe(500);
    expect([messagesOf(childLog), messagesOf(parentLog)]).toEqual([['no connection'], ['no connection']]);
  });

  test('the middleware of a child called by handle() is not part of its parent (E5, E1)', async () => {
    const child = kit.app({ debug: true });
    child.pipe(kit.service('InnerSecret'));
    const parent = kit.app({ debug: true });
    parent.pipe(
      kit.handler(async (request) => {
        const answer = await child.handle(request);
        expect(answer.status).toBe(500);
        throw new HttpError(503, 'the parent is broken');
      }),
    );
    const page = await (await parent.request('/', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('the parent is broken');
    expect(page).not.toContain('<code>InnerSecret');
  });

  test('a child that responds late shows its own errors, whatever its parent does meanwhile (E5)', async () => {
    const held = deferred();
    const answers: Promise<HttpResponse>[] = [];
    const child = kit.app({ debug: false });
    child.pipe(
      kit.handler(async () => {
        await held.promise;
        throw new Error('the child is broken');
      }),
    );
    const parent = kit.app({ debug: true });
    parent.pipe(
      kit.handler((request) => {
        answers.push(child.handle(request));
        throw new Error('the parent is broken');
      }),
    );
    expect(await (await parent.request('/')).text()).toMatch(INSIDE);
    held.resolve();
    expect(await (await answers[0])?.toWeb().text()).toBe(PLAIN);
  });

  test('the body has the limit of the application that handled the request first (E5, S3)', async () => {
    const child = kit.app({ server: { body_limit: 2 } });
    child.pipe(kit.answer('child'));
    const parent = kit.app({ server: { body_limit: 10 } });
    parent.pipe(
      kit.handler(async (request) => {
        await child.handle(request);
        return new TextResponse(await request.text());
      }),
    );
    const response = await parent.request('/', { method: 'POST', body: 'x'.repeat(10) });
    expect([response.status, await response.text()]).toEqual([200, 'x'.repeat(10)]);
  });

  test('a child called by handle() logs to its own Logger, and its parent to the parent’s (E5, E3)', async () => {
    const told: string[] = [];
    const tells = (name: string): Logger => ({
      info() {},
      warn() {},
      error: (record) => told.push(`${name}: ${(record as { err: Error }).err.message}`),
    });
    const child = kit.app({ logger: tells('child') });
    child.pipe(kit.throws(new Error('the child is broken')));
    const parent = kit.app({ logger: tells('parent') });
    parent.pipe(
      kit.handler(async (request) => {
        await child.handle(request);
        throw new Error('the parent is broken');
      }),
    );
    expect((await parent.request('/')).status).toBe(500);
    expect(told).toEqual(['child: the child is broken', 'parent: the parent is broken']);
  });

  test('a child called by handle() renders with its own renderer, and its parent with the parent’s (E5, E6)', async () => {
    const child = kit.app({ errors: { render: () => new TextResponse('of the child', 500) } });
    child.pipe(kit.throws(new Error('the child is broken')));
    const parent = kit.app({ errors: { render: () => new TextResponse('of the parent', 500) } });
    const answers: Promise<string>[] = [];
    parent.pipe(
      kit.handler(async (request) => {
        answers.push((await child.handle(request)).toWeb().text());
        throw new Error('the parent is broken');
      }),
    );
    expect(await (await parent.request('/')).text()).toBe('of the parent');
    expect(await answers[0]).toBe('of the child');
  });

  test('a child called by handle() does not call the renderer of its parent (E5, E6)', async () => {
    const child = kit.app();
    const parent = kit.app({ errors: { render: () => new TextResponse('of the parent', 404) } });
    parent.pipe(kit.handler((request) => child.handle(request)));
    expect(await (await parent.request('/x')).text()).toBe('404 Not Found\nNo route matches GET /x.\n');
  });

  test('a child used as middleware responds to a method mismatch with its own error page (E5)', async () => {
    const child = kit.routed({ debug: true });
    child.post('/x', kit.answer('posted'));
    const parent = kit.app({ debug: false });
    parent.pipe(kit.child(child));
    const { status, headers } = await parent.request('/x');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

function messagesOf(log: ReturnType<typeof vi.fn>): unknown[] {
  return log.mock.calls.map(([error]) => (error as Error).message);
}

function fails(): never {
  throw new Error('the parent is broken');
}

const makesAnew: b.Middleware = (_request, delegate) => delegate(new ServerRequest('/anew'));

test.each<[string, b.MiddlewareValue[]]>([
  ['alone', [new b.ErrorHandler(), fails]],
  ['in an array', [[new b.ErrorHandler(), [fails]]]],
  ['under a prefix', [[new b.ErrorHandler()], fails]],
  ['in a pipe', [new b.MiddlewarePipe().pipe(new b.ErrorHandler()).pipe(fails)]],
  [
    'in a pipe whose options say otherwise',
    [new b.MiddlewarePipe({ log: fails }).pipe(new b.ErrorHandler()), fails],
  ],
  ['behind a middleware that creates the request again', [makesAnew, new b.ErrorHandler(), fails]],
])('B: an ErrorHandler logs to its own application: %s (E5)', async (_where, layers) => {
  for (const debug of [false, true]) {
    const log = vi.fn();
    const app = new b.Application({ debug, log });
    for (const layer of layers) app.pipe(layer);
    expect((await app.request('/')).status).toBe(500);
    expect(messagesOf(log)).toEqual(['the parent is broken']);
  }
});

test.each([true, false])(
  'B: a child that is called does not change the output of its parent’s ErrorHandler; debug of the child: %s (E5)',
  async (debug) => {
    const [childLog, parentLog] = [vi.fn(), vi.fn()];
    const child = new b.Application({ debug, log: childLog }).pipe(new b.ErrorHandler()).pipe(() => {
      throw new Error('the child is broken');
    });
    const parent = new b.Application({ debug: !debug, log: parentLog })
      .pipe(new b.ErrorHandler())
      .pipe(async (request, delegate) => {
        await child.handle(request);
        return delegate(request);
      })
      .pipe(fails);
    const text = await (await parent.request('/')).text();
    expect(text).toEqual(debug ? PLAIN : expect.stringMatching(INSIDE));
    expect(messagesOf(childLog)).toEqual(['the child is broken']);
    expect(messagesOf(parentLog)).toEqual(['the parent is broken']);
  },
);

test('B: a child used as middleware keeps its own ErrorHandler, and its parent the parent’s (E5)', async () => {
  const [childLog, parentLog] = [vi.fn(), vi.fn()];
  const child = new b.Application({ debug: false, log: childLog })
    .pipe(new b.ErrorHandler())
    .pipe('/inner', () => {
      throw new Error('the child is broken');
    });
  const parent = new b.Application({ debug: true, log: parentLog }).pipe(new b.ErrorHandler());
  parent.pipe((request, delegate) => (request.path === '/outer' ? fails() : delegate(request))).pipe(child);
  expect(await (await parent.request('/inner')).text()).toBe(PLAIN);
  expect(await (await parent.request('/outer')).text()).toMatch(INSIDE);
  expect([messagesOf(childLog), messagesOf(parentLog)]).toEqual([
    ['the child is broken'],
    ['the parent is broken'],
  ]);
});

test('B: a child used as middleware responds to a method mismatch with its own renderer (E5, B3)', async () => {
  const child = new b.Application({ errors: { render: () => new TextResponse('of the child', 405) } });
  child.pipeRoutingMiddleware().pipeDispatchMiddleware();
  child.post('/', () => new TextResponse('posted'));
  const parent = new b.Application({ errors: { render: () => new TextResponse('of the parent', 405) } }).pipe(
    child,
  );
  expect(await (await parent.request('/')).text()).toBe('of the child');
});

test('A: the error middleware of a child used as middleware logs to the child’s log (E5)', async () => {
  const [childLog, parentLog] = [vi.fn(), vi.fn()];
  const child = new a.Application({ log: childLog })
    .pipe(() => {
      throw new Error('the child is broken');
    })
    .pipeErrorHandler(() => new TextResponse('sorry', 503));
  const parent = new a.Application({ log: parentLog }).pipe(child);
  expect((await parent.request('/')).status).toBe(503);
  expect([messagesOf(childLog), messagesOf(parentLog)]).toEqual([['the child is broken'], []]);
});

test.each<[string, a.Middleware]>([
  ['as it came', (request, response, next) => next(request, response)],
  ['created again', (_request, response, next) => next(new ServerRequest('/anew'), response)],
])(
  'A: a FinalHandler that a custom function calls is the application’s; the request %s (E5)',
  async (_how, first) => {
    const log = vi.fn();
    const finalHandler: a.MiddlewarePipeOptions['finalHandler'] = (request, response, error) =>
      new a.FinalHandler().process(request, response, error);
    const app = new a.Application({ debug: 'everyone', log, finalHandler }).pipe(first).pipe(fails);
    expect(await (await app.request('/')).text()).toMatch(INSIDE);
    expect(messagesOf(log)).toEqual(['the parent is broken']);
  },
);
