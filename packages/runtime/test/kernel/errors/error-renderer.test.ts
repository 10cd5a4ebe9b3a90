import { expect, test, vi } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import {
  ConfigError,
  HttpError,
  HttpResponse,
  InvalidArgumentError,
  type RenderError,
  TextResponse,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { serviceMap } from '../../support/service-map.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const render: RenderError = (error) => new TextResponse(`rendered: ${(error as Error).message}`, 418);

inBothVariants((kit) => {
  test('a renderer is called once for an error, with the error and the request (E6)', async () => {
    const asked = vi.fn(render);
    const error = new Error('inside');
    const app = kit.app({ errors: { render: asked } });
    app.pipe(kit.pass());
    app.pipe(kit.list(kit.throws(error)));
    expect(await (await app.request('/where?q=1')).text()).toBe('rendered: inside');
    expect(asked.mock.calls).toEqual([[error, expect.objectContaining({ originalPath: '/where' })]]);
  });

  test('a renderer is called for a response that cannot be sent (E6)', async () => {
    const app = kit.app({ errors: { render } });
    app.pipe(
      kit.handler(() => {
        const stream = new ReadableStream<Uint8Array>();
        const response = new HttpResponse(stream);
        stream.getReader();
        return response;
      }),
    );
    expect(await (await app.request('/')).text()).toMatch(/^rendered: .*locked/);
  });

  test.each<[string, RenderError]>([
    [
      'throws',
      () => {
        throw new Error('a broken renderer');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a broken renderer'))],
  ])('a renderer that %s is logged, beside an error that is logged anyway (E6, E3)', async (_how, broken) => {
    const log = vi.fn();
    const app = kit.app({ log, errors: { render: broken } });
    app.pipe('/broken', kit.throws(new Error('inside')));
    expect((await app.request('/broken')).status).toBe(500);
    expect((await app.request('/nowhere')).status).toBe(404);
    const messages = log.mock.calls.map(([error]) => (error as Error).message);
    expect(messages).toEqual(['inside', 'a broken renderer', 'a broken renderer']);
  });

  test.each<[string, object, number, boolean]>([
    ['an error that becomes a 5xx', { status: 400 }, 503, true],
    ['an error of an upstream', { status: 404 }, 404, true],
    ['an error that becomes less than a 5xx', {}, 422, false],
    ['an error with expose: true', { status: 422, expose: true }, 422, false],
  ])(
    'logging depends on the response to the client and not on the renderer: %s (E6, E3, E4)',
    async (_what, members, status, isLogged) => {
      const log = vi.fn();
      const error = Object.assign(new Error('inside'), members);
      const app = kit.app({ log, errors: { render: () => new TextResponse('sorry', status) } });
      app.pipe(kit.throws(error));
      expect((await app.request('/')).status).toBe(status);
      expect(log.mock.calls.map(([logged]) => logged)).toEqual(isLogged ? [error] : []);
    },
  );

  test('errors that a renderer leaves to the framework get the page for developers with debug (E6, E1)', async () => {
    const app = kit.routed({
      debug: true,
      errors: {
        render: (error) => (error instanceof HttpError ? undefined : new TextResponse('sorry', 500)),
      },
    });
    app.get('/broken', kit.throws(new Error('inside')));
    app.get('/forbidden', kit.throws(new HttpError(403, 'not you')));
    const textOf = async (path: string): Promise<string> => (await app.request(path)).text();
    expect(await textOf('/broken')).toBe('sorry');
    expect(await textOf('/forbidden')).toMatch(/not you[^]*Pipeline position/);
    expect(await textOf('/brokn')).toMatch(/Pipeline position/);
  });

  test('a malformed service ErrorRenderer is an error when the application is created (C6)', () => {
    const services = serviceMap({ ErrorRenderer: Promise.resolve(render) });
    for (const create of [kit.create, kit.createFrom]) {
      expect(() => create(services)).toThrow(InvalidArgumentError);
      expect(() => create(services)).toThrow(
        'The argument ErrorRenderer must be a function or an object with a method "render", not ',
      );
    }
  });

  test('a malformed errors.render in the configuration is an error (C4)', () => {
    const create = (errors: object) => () => kit.createFrom(serviceMap({ config: { errors } }));
    expect(create({ render: 'ErrorRenderer' })).toThrow(ConfigError);
    expect(create({ render: 'ErrorRenderer' })).toThrow(
      'errors.render: expected a function or an object with a method "render", received "ErrorRenderer"',
    );
    expect(create({ rendr: render })).toThrow(
      'errors.rendr: expected one of the keys render, received the key "rendr"; did you mean "render"?',
    );
  });
});

test('A: the response of error middleware is kept; an error that it passes to next is rendered (A2, E6)', async () => {
  const app = new a.Application({ errors: { render }, log: () => {} }).pipe('/403', () => {
    throw new HttpError(403, 'not you');
  });
  app.pipe(() => {
    throw new Error('inside');
  });
  app.pipeErrorHandler((error, request, response, next) =>
    error instanceof HttpError ? new TextResponse('mine', 403) : next(request, response, error),
  );
  expect(await (await app.request('/403')).text()).toBe('mine');
  expect(await (await app.request('/')).text()).toBe('rendered: inside');
});

test('A: the final handler keeps the headers of the response beside those of the renderer (A7, E6)', async () => {
  const app = new a.Application({
    errors: { render: () => new TextResponse('sorry', 404, { 'X-Mine': '1' }) },
  });
  app.pipe((request, response, next) =>
    next(request, response.withHeader('X-Outer', '1').withHeader('X-Mine', '0').withHeader('ETag', '"a"')),
  );
  const { headers } = await app.request('/');
  expect([headers.get('x-outer'), headers.get('x-mine'), headers.get('etag')]).toEqual(['1', '1', null]);
});

test('A: a FinalHandler with options of its own calls the renderer of the application (C6, E6)', async () => {
  const [own, log] = [vi.fn(), vi.fn()];
  const finalHandler = new a.FinalHandler({ log: own });
  const app = new a.Application({
    errors: { render: () => new TextResponse('sorry', 500) },
    log,
    finalHandler,
  });
  app.pipe(() => {
    throw new Error('inside');
  });
  expect(await (await app.request('/')).text()).toBe('sorry');
  expect([own.mock.calls.length, log.mock.calls.length]).toEqual([1, 0]);
});

test('A: a custom final handler responds without the renderer (A7, E6)', async () => {
  const app = new a.Application({ errors: { render }, finalHandler: () => new TextResponse('mine', 404) });
  expect(await (await app.request('/')).text()).toBe('mine');
});

test('B: the renderer of an ErrorHandler comes before that of the application, and may leave the error to it (B4, E6)', async () => {
  const app = new b.Application({ errors: { render }, log: () => {} })
    .pipe(
      new b.ErrorHandler((error) => (error instanceof HttpError ? new TextResponse('mine', 403) : undefined)),
    )
    .pipe('/403', () => {
      throw new HttpError(403, 'not you');
    })
    .pipe(() => {
      throw new Error('inside');
    });
  expect(await (await app.request('/403')).text()).toBe('mine');
  expect(await (await app.request('/')).text()).toBe('rendered: inside');
});

test('B: a NotFoundHandler calls the renderer of the application (B2, E6)', async () => {
  const app = new b.Application({ errors: { render } }).pipe(new b.NotFoundHandler());
  expect(await (await app.request('/x')).text()).toBe('rendered: No route matches GET /x.');
});

test('B: an errorResponseGenerator is a renderer that always responds (C6, E6)', async () => {
  const app = new b.Application({ errorResponseGenerator: render as b.ErrorResponseGenerator });
  expect(await (await app.request('/x')).text()).toBe('rendered: No route matches GET /x.');
});

test('B: an errorResponseGenerator is not called if errors.render is set (C6, E6)', async () => {
  const services = serviceMap({
    ErrorRenderer: render,
    ErrorResponseGenerator: () => new TextResponse('old'),
  });
  const app = b.AppFactory.create(services).pipe(() => {
    throw new HttpError(403, 'not you');
  });
  expect(await (await app.request('/')).text()).toBe('rendered: not you');
});

test('B: an ErrorHandler in a child without a renderer calls the renderer of the parent, also within a route (B4, E6)', async () => {
  const child = new b.Application({ log: () => {} }).pipe('/layer', [new b.ErrorHandler(), fails]);
  child.pipeRoutingMiddleware().pipeDispatchMiddleware();
  child.get('/route', [new b.ErrorHandler(), fails]);
  const parent = new b.Application({ errors: { render } }).pipe(child);
  for (const path of ['/layer', '/route']) {
    expect(await (await parent.request(path)).text()).toBe('rendered: inside');
  }
});

function fails(): never {
  throw new Error('inside');
}

test("B: middleware outside routing sees the renderer's response to a method mismatch (B3, E6)", async () => {
  const app = new b.Application({ errors: { render: () => new TextResponse('no such method', 405) } });
  app.pipe(async (request, delegate) => {
    const response = await delegate(request);
    return response.withHeader('X-Seen', `${response.status} ${response.header('allow')}`);
  });
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  app.post('/', () => new TextResponse('posted'));
  const response = await app.request('/');
  expect([response.headers.get('x-seen'), await response.text()]).toEqual([
    '405 POST, OPTIONS',
    'no such method',
  ]);
});

test('values that are no renderer and no logger do not compile', () => {
  // @ts-expect-error a text is no response
  const ofText: b.ErrorRenderer = () => 'sorry';
  // @ts-expect-error the error may be anything
  const ofErrors: b.ErrorRenderer = (error: Error) => new TextResponse(error.message);
  // @ts-expect-error the method is called render
  const misnamed: b.ErrorRenderer = { rendr: render };
  // @ts-expect-error a logger has "warn" too
  const logger: b.Logger = { info() {}, error() {} };
  const ofConsole: b.Logger = console;
  // @ts-expect-error an ErrorResponseGenerator always responds
  const generator: b.ErrorResponseGenerator = () => undefined;
  const config = b.defineConfig({ errors: { render: { render } } });
  expect([ofText, ofErrors, misnamed, logger, ofConsole, generator, config]).toHaveLength(7);
});
