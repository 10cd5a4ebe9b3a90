import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as a from '../../../src/a/index.ts';
import type { HttpResponse } from '../../../src/index.ts';
import { contract, Problem, type Reply } from '../../../src/features/contract/index.ts';

const Post = z.object({ id: z.int(), title: z.string() });
const post = { id: 1, title: 'Hi' };
const responses = { 200: Post, 201: { 'application/vnd.post+json': Post, 'text/csv': z.string() } };

describe('with debug, in variant A, the data that a middleware writes to its response', () => {
  class Writing {
    static readonly contract = contract({ responses: { 200: { 'text/plain': z.string().max(5) } } });
    process({ query }: a.ServerRequest, response: a.HttpResponse): void {
      const text = query.get('text');
      if (text !== null) response.body.write(text);
    }
  }
  const app = new a.Application({ debug: true, log: () => {} })
    .pipeRoutingMiddleware()
    .pipeDispatchMiddleware();
  app.pipe((request, response, next) => next(request, response.withHeader('Content-Type', 'text/plain')));
  app.pipe(Writing as unknown as new () => a.MiddlewareObject);

  test.each([
    ['is judged', '?text=too+much', 500],
    ['is sent when it fits', '?text=fits', 200],
  ])('%s', async (_name, query, status) => {
    expect((await app.request(`/${query}`)).status).toBe(status);
  });
});

test('reply() responds with the media type that the contract has for the status', async () => {
  const definition = { responses: { ...responses, 204: null, 404: Problem } };
  const replies = contract(definition);
  const respond = async (
    handler: (input: { readonly reply: Reply<typeof definition.responses> }) => HttpResponse,
  ): Promise<readonly [number, string | null, string | null, string]> => {
    const application = new a.Application({ log: () => {} });
    application.get('/', replies.handle(handler));
    application.pipeRoutingMiddleware().pipeDispatchMiddleware();
    const response = await application.request('/');
    const { headers } = response;
    return [response.status, headers.get('content-type'), headers.get('x-a'), await response.text()];
  };
  const json = JSON.stringify(post);

  expect(await respond(({ reply }) => reply(200, post))).toEqual([200, 'application/json', null, json]);
  expect(await respond(({ reply }) => reply(201, post))).toEqual([
    201,
    'application/vnd.post+json',
    null,
    json,
  ]);
  expect(
    await respond(({ reply }) => reply(201, post, { 'content-type': 'application/json', 'X-A': '1' })),
  ).toEqual([201, 'application/json', '1', json]);
  expect(await respond(({ reply }) => reply(204))).toEqual([204, null, null, '']);
  expect(await respond(({ reply }) => reply(404, { title: 'Gone' }))).toEqual([
    404,
    'application/problem+json',
    null,
    '{"title":"Gone"}',
  ]);
  expect((await respond(({ reply }) => reply(200, 1n as never)))[0]).toBe(500);
  expect((await respond(({ reply }) => reply(202 as never)))[0]).toBe(500);
});
