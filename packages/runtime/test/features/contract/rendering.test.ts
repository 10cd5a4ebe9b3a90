import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { contract, InvalidInputError } from '../../../src/features/contract/index.ts';
import { HttpError, JsonResponse } from '../../../src/index.ts';
import type { KitOptions } from '../../cases/case.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

const show = contract({
  params: z.object({ id: z.string().regex(/^\d+$/, 'No <number>.') }),
  query: z.object({ page: z.string('Missing.') }),
}).handle(() => new JsonResponse('never'));

const errors = [
  { pointer: '/id', in: 'path', detail: 'No <number>.' },
  { pointer: '/page', in: 'query', detail: 'Missing.' },
];
const message = 'The request does not match the contract of the route.';
const problem = {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  detail: message,
  instance: '/posts/x',
  errors,
};

inBothVariants((kit) => {
  const ask = async (accept: string | undefined, options: KitOptions = {}, body?: string) => {
    const logged: unknown[] = [];
    const app = kit.routed({ log: (error) => logged.push(error), ...options });
    app.get('/posts/{id}', kit.shared(show));
    app.post('/posts', kit.shared(contract({ body: z.object() }).handle(() => new JsonResponse('never'))));
    const headers = accept === undefined ? {} : { Accept: accept };
    const response = await (body === undefined
      ? app.request('/posts/x', { headers })
      : app.request('/posts', {
          method: 'POST',
          body,
          headers: { ...headers, 'Content-Type': 'application/json' },
        }));
    expect(logged).toEqual([]);
    return {
      type: response.headers.get('content-type'),
      text: await response.text(),
      status: response.status,
    };
  };

  test.each([
    ['nothing', undefined],
    ['anything', '*/*'],
    ['JSON', 'application/json'],
    ['an image', 'image/png'],
    ['a script of a browser does', 'application/json, text/plain, */*'],
  ])('a client that accepts %s gets a problem document that lists all errors', async (_name, accept) => {
    const { status, type, text } = await ask(accept);

    expect([status, type]).toEqual([422, 'application/problem+json']);
    expect(JSON.parse(text)).toEqual(problem);
  });

  test('a client that accepts HTML gets a page that lists them', async () => {
    const { status, type, text } = await ask('text/html,application/xhtml+xml,*/*;q=0.8');

    expect([status, type]).toEqual([422, 'text/html; charset=utf-8']);
    expect(text).toContain(
      `<p>${message}</p>\n<ul>\n<li>path /id: No &lt;number&gt;.</li>\n<li>query /page: Missing.</li>\n</ul>\n</html>`,
    );
  });

  test('a client that accepts text gets text that lists them', async () => {
    const { text } = await ask('text/plain');
    expect(text).toBe(
      `422 Unprocessable Content\n${message}\n- path /id: No <number>.\n- query /page: Missing.\n`,
    );
  });

  test('a body that cannot be parsed is reported once', async () => {
    expect((await ask('text/plain', {}, '{')).text).toBe(
      '400 Bad Request\nThe request body is not valid JSON.\n',
    );
    expect((await ask('text/plain', { debug: true }, '{')).text).toMatch(
      /^400 Bad Request\nThe request body is not valid JSON\.\n\nPipeline/,
    );
  });

  describe('with debug', () => {
    test('the errors are shown beside position and stack', async () => {
      const { type, text } = await ask(undefined, { debug: true });

      expect(type).toBe('application/problem+json');
      expect(JSON.parse(text)).toEqual({
        ...problem,
        code: 'FW_HTTP_422',
        position: expect.any(String),
        stack: expect.stringMatching(/^InvalidInputError: The request/),
      });
    });

    test('text lists them, and contains them nowhere else', async () => {
      const { text } = await ask('text/plain', { debug: true });

      expect(text).toContain(
        `${message}\n- path /id: No <number>.\n- query /page: Missing.\n\nPipeline position: `,
      );
      expect(text.split('Missing.')).toHaveLength(2);
    });

    test('the page lists them, and contains them nowhere else', async () => {
      const { text } = await ask('text/html', { debug: true });

      expect(text).toMatch(/<h2>Validation errors<\/h2>\s*<ul>\n<li>path \/id: No &lt;number&gt;\.<\/li>/);
      expect(text.split('Missing.')).toHaveLength(2);
    });
  });

  test('the renderer of the application may replace it', async () => {
    const render = (error: unknown): JsonResponse | undefined =>
      error instanceof InvalidInputError ? new JsonResponse(error.errors, error.status) : undefined;
    const { status, type, text } = await ask(undefined, { errors: { render } });

    expect([status, type, JSON.parse(text)]).toEqual([422, 'application/json', errors]);
  });

  test('the service ErrorRenderer may, too', async () => {
    const services = {
      ErrorRenderer: (error: InvalidInputError) => new JsonResponse(error.errors.length, 400),
    };
    const app = kit.createFrom({
      get: (id: string) => ({ ...services, config: {} })[id] as never,
      has: (id: string) => id === 'config' || id in services,
    } as never);
    app.get('/posts/{id}', kit.shared(show));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();

    expect([(await app.request('/posts/x')).status]).toEqual([400]);
  });
});

describe('an InvalidInputError with its errors is seen by', () => {
  const seen = expect.objectContaining({
    name: 'InvalidInputError',
    status: 422,
    code: 'FW_HTTP_422',
    errors,
  });

  test('error middleware of variant A', async () => {
    const app = new a.Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
    let error: unknown;
    app.get('/posts/{id}', show);
    app.pipeErrorHandler((given, request, response, next) => next(request, response, (error = given)));

    expect([(await app.request('/posts/x')).status, error]).toEqual([422, seen]);
  });

  test('the listeners of ErrorHandler of variant B', async () => {
    const told: unknown[] = [];
    const app = new b.Application().pipe(new b.ErrorHandler().attachListener((error) => told.push(error)));
    app.pipeRoutingMiddleware().pipeDispatchMiddleware().get('/posts/{id}', show);

    expect([(await app.request('/posts/x')).status, told]).toEqual([422, [seen]]);
  });
});

test.each([
  ['are not all objects', ['plain', null, { detail: 'Said.' }]],
  ['are no list', { a: 1 }],
  ['are text', 'plain'],
])('errors of a problem that %s harm nothing', async (_name, errors) => {
  const app = new b.Application().pipe(() => {
    throw new HttpError(400, undefined, { extensions: { errors } });
  });
  const texts = await Promise.all(
    ['text/plain', 'text/html', 'application/json'].map(async (Accept) =>
      (await app.request('/', { headers: { Accept } })).text(),
    ),
  );

  expect(texts).toEqual([
    '400 Bad Request\n',
    expect.stringContaining('<h1>400'),
    expect.stringContaining('"errors"'),
  ]);
});

test('the extensions of any HttpError below 500 are members of its problem document, from 500 on they are left out', async () => {
  const app = new b.Application({ log: () => {} }).pipe(({ path }) => {
    throw new HttpError(Number(path.slice(1)), undefined, { extensions: { balance: 30 } });
  });
  const [below, above] = await Promise.all(['/403', '/503'].map((path) => app.request(path)));

  expect(await below?.json()).toMatchObject({ status: 403, balance: 30 });
  expect(await above?.text()).toBe('503 Service Unavailable\n');
});
