import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Application } from '../../../src/b/index.ts';
import { contract } from '../../../src/features/contract/index.ts';
import type { RouteOptions } from '../../../src/kernel/router/route.ts';
import { answer, pathParameter, routed, TEXT } from './routed.ts';
import { documentOf } from './validated.ts';

describe('the parameters of a path', () => {
  test.for<readonly [path: string, paths: Record<string, readonly object[]>, options?: RouteOptions]>([
    ['/', { '/': [] }],
    ['/posts/{id}', { '/posts/{id}': [pathParameter('id')] }],
    [
      String.raw`/posts/{id:\d+}`,
      { '/posts/{id}': [pathParameter('id', { ...TEXT, pattern: String.raw`^(?:\d+)$` })] },
    ],
    [
      '/posts/{id}',
      { '/posts/{id}': [pathParameter('id', { ...TEXT, pattern: '^(?:a|b)$' })] },
      { tokens: { id: 'a|b' } },
    ],
    [
      String.raw`/posts/{id:\d+}`,
      {
        '/posts/{id}': [
          pathParameter('id', {
            allOf: [TEXT, { pattern: String.raw`^(?:\d+)$` }, { pattern: '^(?:.{3})$' }],
          }),
        ],
      },
      { tokens: { id: /.{3}/ } },
    ],
    // Constraints that JSON Schema can't express: flags, and expressions that are invalid with the flag "u".
    ['/posts/{id}', { '/posts/{id}': [pathParameter('id')] }, { tokens: { id: /[a-z]+/i } }],
    [String.raw`/posts/{id:\w\-\w}`, { '/posts/{id}': [pathParameter('id')] }],
    [
      String.raw`/archive/{year:\d{4}}-{month}.html`,
      {
        '/archive/{year}-{month}.html': [
          pathParameter('year', { ...TEXT, pattern: String.raw`^(?:\d{4})$` }),
          pathParameter('month'),
        ],
      },
    ],
    [
      '/page[/{n}[/{lang}]]',
      {
        '/page': [],
        '/page/{n}': [pathParameter('n')],
        '/page/{n}/{lang}': [pathParameter('n'), pathParameter('lang')],
      },
    ],
    [
      '/files/{rest:.*}',
      { '/files/{rest}': [{ ...pathParameter('rest'), description: 'The remaining segments of the path.' }] },
    ],
    [
      '/files/{rest:.+}',
      {
        '/files/{rest}': [
          {
            ...pathParameter('rest', { ...TEXT, pattern: '^(?:.+)$' }),
            description: 'The remaining segments of the path.',
          },
        ],
      },
    ],
    ['/gar%C3%A7on', { '/gar%C3%A7on': [] }],
  ])('of %s', async ([path, expected, options]) => {
    const app = routed();
    app.get(path, answer, 'route').setOptions(options ?? {});

    const { paths } = await documentOf(app);
    const parameters = Object.entries(paths).map(([key, { get }]) => [key, get?.parameters ?? []]);
    expect(Object.fromEntries(parameters)).toEqual(expected);
  });

  test('are described by the contract, with the constraint of the path', async () => {
    const params = z.object({
      id: z.string().max(3).meta({ description: 'Of the post' }),
      n: z.coerce.number(),
      c: z.string().regex(/^[a-c]+$/),
      ref: z.string().meta({ id: 'Ref', description: 'Shared' }),
    });
    const app = routed();
    app.get(
      String.raw`/{id:\d+}/{n}/{c:\w+}/{ref:\w+}`,
      contract({ params }).handle(answer) as unknown as typeof answer,
      'x',
    );

    const { get } = Object.values((await documentOf(app)).paths)[0] ?? {};
    expect(get?.parameters).toEqual([
      {
        ...pathParameter('id'),
        description: 'Of the post',
        schema: { ...TEXT, maxLength: 3, description: 'Of the post', pattern: String.raw`^(?:\d+)$` },
      },
      pathParameter('n', { type: 'number' }),
      pathParameter('c', { allOf: [{ ...TEXT, pattern: '^[a-c]+$' }, { pattern: String.raw`^(?:\w+)$` }] }),
      {
        ...pathParameter('ref', {
          allOf: [{ $ref: '#/components/schemas/Ref' }, { pattern: String.raw`^(?:\w+)$` }],
        }),
        description: 'Shared',
      },
    ]);
  });

  test('are below the prefixes of applications', async () => {
    const child = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
    child.get('/{id}', answer, 'child');
    const app = routed();
    app.get('/', answer, 'home');
    app.pipe('/one', child).pipe('/two', child);

    const { paths } = await documentOf(app);
    expect(Object.entries(paths).map(([path, { get }]) => [path, get?.operationId])).toEqual([
      ['/', 'home'],
      ['/one/{id}', 'child'],
      ['/two/{id}', 'child2'],
    ]);
  });
});
