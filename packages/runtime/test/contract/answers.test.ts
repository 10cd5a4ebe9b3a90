import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as a from '../../src/a/index.ts';
import { contract, Problem } from '../../src/contract/index.ts';

const Post = z.object({ id: z.int(), title: z.string() });
const post = { id: 1, title: 'Hi' };
const responses = { 200: Post, 201: { 'application/vnd.post+json': Post, 'text/csv': z.string() } };

describe('with debug, in variant A, what a middleware writes to the response that it was given', () => {
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

test('json() answers as the media type that the contract has for the status', async () => {
  const made = contract({ responses });
  const told = await Promise.all(
    [
      made.json(200, post),
      made.json(201, post),
      made.json(201, post, { 'content-type': 'application/json', 'X-A': '1' }),
    ].map((response) => [response.status, response.header('content-type'), response.header('x-a')]),
  );

  expect(told).toEqual([
    [200, 'application/json', undefined],
    [201, 'application/vnd.post+json', undefined],
    [201, 'application/json', '1'],
  ]);
  expect(
    contract({ responses: { 404: Problem } })
      .json(404, { title: 'Gone' })
      .header('content-type'),
  ).toBe('application/problem+json');
  expect(() => made.json(200, 1n as never)).toThrow('BigInt');
});
