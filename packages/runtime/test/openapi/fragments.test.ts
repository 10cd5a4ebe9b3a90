import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Application, JsonResponse } from '../../src/b/index.ts';
import { contract, type ContractDefinition, Problem } from '../../src/contract/index.ts';
import { ServiceManager } from '../../src/container/service-manager.ts';
import { openApiOf } from '../../src/openapi/index.ts';
import type { RouteOptions } from '../../src/router/route.ts';
import { documentOf, expectValid } from './validated.ts';

const answer = () => new JsonResponse({});
const TEXT = { type: 'string' };
const pathParameter = (name: string, schema: object = TEXT) => ({ name, in: 'path', required: true, schema });
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

function routed(config: object = {}): Application {
  const container = new ServiceManager({ services: { config } });
  return new Application({ container }).pipeRoutingMiddleware().pipeDispatchMiddleware();
}

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
    // What JSON Schema cannot say: flags, and what is no expression with the flag "u".
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

  test('are what the contract says, restricted by the path', async () => {
    const params = z.object({
      id: z.string().max(3).meta({ description: 'Of the post' }),
      n: z.coerce.number(),
      c: z.string().regex(/^[a-c]+$/),
    });
    const app = routed();
    app.get(
      String.raw`/{id:\d+}/{n}/{c:\w+}`,
      contract({ params }).handler(answer) as unknown as typeof answer,
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
    ]);
  });

  test('stand below the prefixes of applications', async () => {
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

describe('a contract becomes', () => {
  test.for<readonly [what: string, definition: ContractDefinition, operation: object]>([
    [
      'texts',
      {
        summary: 'Reads',
        description: 'Reads it.',
        tags: ['posts'],
        deprecated: true,
        operationId: 'readIt',
      },
      {
        operationId: 'readIt',
        summary: 'Reads',
        description: 'Reads it.',
        tags: ['posts'],
        deprecated: true,
        responses: { default: { description: 'Any other response' } },
      },
    ],
    [
      'a parameter for each value of query, headers and cookies',
      {
        query: z.object({
          q: z.string().meta({ description: 'What to find' }),
          tag: z.array(z.string()).optional(),
          sort: z.enum(['up', 'down']).default('up'),
        }),
        headers: z.object({
          'x-trace': z.uuid().optional(),
          accept: z.string().optional(),
          authorization: z.string().optional(),
        }),
        cookies: z.object({ theme: z.literal('dark').optional().meta({ deprecated: true }) }),
      },
      {
        parameters: [
          {
            name: 'q',
            in: 'query',
            required: true,
            description: 'What to find',
            schema: { ...TEXT, description: 'What to find' },
          },
          { name: 'tag', in: 'query', schema: { type: 'array', items: TEXT } },
          { name: 'sort', in: 'query', schema: { ...TEXT, enum: ['up', 'down'], default: 'up' } },
          { name: 'x-trace', in: 'header', schema: expect.objectContaining({ format: 'uuid' }) },
          {
            name: 'theme',
            in: 'cookie',
            deprecated: true,
            schema: { ...TEXT, const: 'dark', deprecated: true },
          },
        ],
        responses: { 422: { $ref: '#/components/responses/UnprocessableContent' } },
      },
    ],
    [
      'a parameter for each value that an alternative has, required where all want it',
      {
        query: z.union([
          z.object({ by: z.literal('id'), id: z.string() }),
          z.intersection(z.object({ by: z.literal('name') }), z.object({ name: z.string() })),
        ]),
      },
      {
        parameters: [
          {
            name: 'by',
            in: 'query',
            required: true,
            schema: {
              anyOf: [
                { ...TEXT, const: 'id' },
                { ...TEXT, const: 'name' },
              ],
            },
          },
          { name: 'id', in: 'query', schema: TEXT },
          { name: 'name', in: 'query', schema: TEXT },
        ],
      },
    ],
    [
      'a body by media type',
      { body: { 'application/json': z.int32(), 'text/plain': z.string() } },
      {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: expect.objectContaining({ type: 'integer' }) },
            'text/plain': { schema: TEXT },
          },
        },
        responses: {
          400: { $ref: '#/components/responses/BadRequest' },
          415: { $ref: '#/components/responses/UnsupportedMediaType' },
          422: { $ref: '#/components/responses/UnprocessableContent' },
        },
      },
    ],
    [
      'responses by status, class or default, with what the schema says of itself',
      {
        responses: {
          200: z.string().meta({ description: 'The text' }),
          201: { 'text/csv': z.string() },
          204: null,
          299: null,
          404: Problem,
          '5XX': null,
          default: Problem,
        },
      },
      {
        responses: {
          200: {
            description: 'The text',
            content: { 'application/json': { schema: { ...TEXT, description: 'The text' } } },
          },
          201: { description: 'Created', content: { 'text/csv': { schema: TEXT } } },
          204: { description: 'No Content' },
          299: { description: 'Status 299' },
          404: { description: 'Not Found', content: problem },
          '5XX': { description: 'Server error' },
          default: { description: 'Any other response', content: problem },
        },
      },
    ],
    [
      'no response of the framework where the contract names it, alone or by its class',
      { query: z.object({}), body: z.object({}), responses: { '4XX': Problem } },
      { responses: { '4XX': { description: 'Client error', content: problem } } },
    ],
  ])('%s', async ([, definition, operation]) => {
    const app = routed();
    app.post('/it', contract(definition).handler(answer as never) as never, 'it');

    const { post } = (await documentOf(app)).paths['/it'] ?? {};
    expect(post).toMatchObject(operation);
    const { responses } = operation as { responses?: object };
    if (responses !== undefined && !('422' in responses)) {
      expect(Object.keys(post?.responses ?? {})).toEqual(Object.keys(responses));
    }
  });

  test.for<readonly [schema: z.ZodType, types: readonly string[]]>([
    [
      z.object({ title: z.string(), tags: z.array(z.enum(['a', 'b'])), note: z.string().nullable() }),
      ['json', 'urlencoded', 'form-data'],
    ],
    [z.object({ count: z.number() }), ['json']],
    [z.object({ nested: z.object({}) }), ['json']],
    [z.array(z.string()), ['json']],
    [z.object({ photo: z.file(), title: z.string() }), ['form-data']],
  ])('a body by those types in which what it holds can be sent (%#)', async ([body, types]) => {
    const app = routed();
    app.post('/it', contract({ body }).handler(answer), 'it');

    const { post } = (await documentOf(app)).paths['/it'] ?? {};
    expect(
      Object.keys(post?.requestBody?.content ?? {}).map((type) =>
        type.replace(/^.*(\/|-www-form-|multipart\/)/, ''),
      ),
    ).toEqual(types);
  });
});

test('schemas that refer to themselves or have an id become components, each once', async () => {
  const Author = z.object({ name: z.string() }).meta({ id: 'Author' });
  const Comment = z.object({
    text: z.string(),
    author: Author,
    get answers() {
      return z.array(Comment);
    },
  });
  const app = routed();
  const operation = contract({ body: Author, responses: { 200: Comment, 201: z.array(Author) } });
  app.post('/one', operation.handler(answer as never), 'one');
  app.post('/two', contract({ body: Comment }).handler(answer), 'two');

  const { components, paths } = await documentOf(app);
  expect(Object.keys(components?.schemas ?? {}).toSorted()).toEqual(['Author', 'Problem', 'Schema']);
  expect(components?.schemas).toMatchObject({
    Author: { type: 'object', properties: { name: TEXT } },
    Schema: {
      properties: {
        author: { $ref: '#/components/schemas/Author' },
        answers: { items: { $ref: '#/components/schemas/Schema' } },
      },
    },
  });
  expect(paths['/one']?.['post']?.responses).toMatchObject({
    200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Schema' } } } },
    201: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/Author' } } } } },
  });
  expect(paths['/two']?.['post']?.requestBody?.content).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/Schema' } },
  });
});

const plain = v.object({ title: v.pipe(v.string(), v.minLength(1)), draft: v.optional(v.boolean()) });

test.each([
  ['zod', z.object({ title: z.string().min(1), draft: z.boolean().optional() })],
  ['valibot', toStandardJsonSchema(plain)],
  ['valibot with a converter', plain],
  ['arktype', type({ title: 'string >= 1', 'draft?': 'boolean' })],
])('the same contract in %s is the same operation', async (_, schema) => {
  const app = routed({ openapi: { converters: { valibot: (given: never) => toJsonSchema(given) } } });
  app.post(
    '/{title}',
    contract({ query: schema, body: schema, responses: { 201: schema } }).handler(answer as never),
    'it',
  );

  const properties = { title: { ...TEXT, minLength: 1 }, draft: { type: 'boolean' } };
  const fragment = { type: 'object', properties, required: ['title'] };
  const { post } = (await documentOf(app)).paths['/{title}'] ?? {};
  expect(post?.parameters).toEqual(
    expect.arrayContaining([
      pathParameter('title'),
      { name: 'title', in: 'query', required: true, schema: properties.title },
      { name: 'draft', in: 'query', schema: properties.draft },
    ]),
  );
  expect(post?.requestBody?.content).toEqual({ 'application/json': { schema: fragment } });
  expect(post?.responses['201']).toEqual({
    description: 'Created',
    content: { 'application/json': { schema: fragment } },
  });
});

test('a schema that makes no JSON Schema is named with its route and place, and a converter makes it', async () => {
  const definition = contract({ query: plain, body: z.object({ at: z.date() }) });
  const config = {
    converters: {
      valibot: (given: never) => toJsonSchema(given),
      zod: (given: never) => z.toJSONSchema(given, { unrepresentable: 'any' }),
    },
  };
  const lacking = routed();
  lacking.post('/it', definition.handler(answer), 'it');
  const { document, faults } = await openApiOf(lacking);

  await expectValid(document);
  expect(faults).toEqual([
    'The route "it" has no JSON Schema of its query, so the OpenAPI document leaves it open: valibot makes no JSON Schema itself: name a converter in openapi.converters.valibot.',
    'The route "it" has no JSON Schema of its body, so the OpenAPI document leaves it open: Date cannot be represented in JSON Schema: name a converter in openapi.converters.zod.',
  ]);
  const whole = routed({ openapi: config });
  whole.post('/it', definition.handler(answer), 'it');
  expect((await documentOf(whole)).paths['/it']?.['post']).toMatchObject({
    parameters: [{ name: 'title' }, { name: 'draft' }],
    requestBody: { content: { 'application/json': { schema: { properties: { at: {} } } } } },
  });
});
