import { describe, expect, test } from 'vitest';
import * as a from '../../../src/a/index.ts';
import * as b from '../../../src/b/index.ts';
import { type HttpResponse, type ServerRequest, TextResponse } from '../../../src/index.ts';
import { useDevTools } from '../../../../devtools/test/support/use-dev-tools.ts';

useDevTools();

// Habits of Express and Koa. In plain JavaScript nothing keeps anybody from assigning.
type Assigned = { [Property in 'status' | 'path' | 'method' | 'params' | 'user']: unknown };
const shared = new TextResponse('Not here.', 200);

const habits: readonly [habit: string, error: string, handle: (request: ServerRequest) => HttpResponse][] = [
  [
    'response.status = 404',
    "response.status can't be assigned, because a response is immutable: use the copy that response.withStatus(status) returns.",
    () => shared,
  ],
  [
    'request.path = path',
    "request.path can't be assigned, because a request is immutable: use the copy that request.withPath(path) returns.",
    (request) => {
      (request as Partial<Assigned>).path = '/other';
      return shared;
    },
  ],
  [
    'request.method = method',
    "request.method can't be assigned, because a request is immutable: use the copy that request.withMethod(method) returns.",
    (request) => {
      (request as Partial<Assigned>).method = 'PUT';
      return shared;
    },
  ],
  [
    'request.user = user',
    'Cannot add property user, object is not extensible',
    (request) => {
      (request as Partial<Assigned>).user = 'ada';
      return shared;
    },
  ],
];

describe.each([
  ['A', a.Application],
  ['B', b.Application],
] as const)('variant %s, with debug', (_variant, Application) => {
  test.each(habits)(
    '%s throws, and nothing leaks into another request (H8)',
    async (habit, message, handle) => {
      const errors: unknown[] = [];
      const app = new Application({ debug: true, log: (error) => errors.push(error) }) as b.Application;
      if (habit.startsWith('response')) {
        app.pipe(async (request: ServerRequest, ...given: unknown[]) => {
          const next = given.at(-1) as (...passed: unknown[]) => Promise<HttpResponse>;
          const response = await next(request, given[0]);
          (response as Partial<Assigned>).status = 404;
          return response;
        });
      }
      app.get('/', handle);
      app.pipeRoutingMiddleware().pipeDispatchMiddleware();

      for (const request of ['/', '/']) expect((await app.request(request)).status).toBe(500);
      expect(errors.map((error) => (error as Error).message)).toEqual([message, message]);
      expect(shared.status).toBe(200);
    },
  );

  test('copies, writing to a body and reading on first use work as without it (H8)', async () => {
    const app = new Application({ debug: true, log: () => {} }) as b.Application;
    app.pipe(async (request: ServerRequest, ...given: unknown[]) => {
      const next = given.at(-1) as (...passed: unknown[]) => Promise<HttpResponse>;
      const response = await next(request.withMethod('GET').withAttribute('user', 'ada'), given[0]);
      return response.withStatus(201).withHeader('X-A', response.headers.get('content-type') ?? '');
    });
    app.get('/{id}', (request: ServerRequest) => {
      const response = new TextResponse(`${request.params['id']} ${request.getAttribute('user')} `);
      response.body.write(`${request.query.get('q')} ${request.headers.get('x-b')}`);
      return response;
    });
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();

    const response = await app.request('/7?q=1', { method: 'POST', headers: { 'X-B': '2' } });
    expect([response.status, await response.text()]).toEqual([201, '7 ada 1 2']);
  });
});
