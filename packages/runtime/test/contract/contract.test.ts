import { describe, expect, test } from 'vitest';
import { contract, Problem } from '../../src/contract/index.ts';
import { JsonResponse } from '../../src/index.ts';
import { inBothVariants } from '../cases/kit.ts';
import { libraries } from './libraries.ts';

describe.each(Object.keys(libraries) as (keyof typeof libraries)[])('with %s', (library) => {
  const { params, query, body, post } = libraries[library] as (typeof libraries)['zod'];
  const savePost = contract({ params, query, body, responses: { 200: post, 422: Problem } });

  inBothVariants((kit) => {
    const app = kit.routed();
    app.post(
      '/posts/{id}',
      kit.shared(savePost.handler(({ params: { id }, body: { title } }) => new JsonResponse({ id, title }))),
    );
    const send = (path: string, data: unknown): Promise<Response> =>
      app.request(path, {
        method: 'POST',
        body: JSON.stringify(data),
        headers: { 'Content-Type': 'application/json' },
      });

    test('a handler is given what the schemas make of a request that fits', async () => {
      const response = await send('/posts/7', { title: 'Hello' });

      expect([response.status, await response.json()]).toEqual([200, { id: '7', title: 'Hello' }]);
    });

    test('a request that does not fit is answered with all its faults', async () => {
      const response = await send('/posts/x?tag=one', { title: '', draft: 'yes' });
      const problem = (await response.json()) as {
        readonly errors: readonly { in: string; pointer: string }[];
      };

      expect([response.status, response.headers.get('content-type')]).toEqual([
        422,
        'application/problem+json',
      ]);
      expect(problem.errors.map((error) => `${error.in} ${error.pointer}`)).toEqual([
        'path /id',
        'query /tag',
        'body /title',
        'body /draft',
      ]);
    });
  });
});
