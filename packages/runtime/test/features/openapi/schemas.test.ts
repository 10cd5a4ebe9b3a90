import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type Schema } from '../../../src/features/contract/index.ts';
import { openApiOf } from '../../../src/features/openapi/index.ts';
import { answer, pathParameter, routed, TEXT } from './routed.ts';
import { documentOf, expectValid } from './validated.ts';

test('schemas that refer to themselves or have an id become components, each once', async () => {
  const Author = z.object({ name: z.string() }).meta({ id: 'Author', description: 'Who writes' });
  const Comment = z.object({
    text: z.string(),
    author: Author,
    get answers() {
      return z.array(Comment);
    },
  });
  const app = routed();
  const operation = contract({
    body: Author,
    responses: { 200: Comment, 201: z.array(Author), 202: Author },
  });
  app.post('/one', operation.handle(answer as never), 'one');
  app.post('/two', contract({ body: Comment }).handle(answer), 'two');

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
    202: { description: 'Who writes' },
    201: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/Author' } } } } },
  });
  expect(paths['/two']?.['post']?.requestBody?.content).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/Schema' } },
  });
});

test('a schema with an id that contains another one with an id is one component, in every contract', async () => {
  const Author = z.object({ name: z.string() }).meta({ id: 'Author' });
  const Comment = z
    .object({
      text: z.string(),
      author: Author,
      get answers() {
        return z.array(Comment);
      },
    })
    .meta({ id: 'Comment' });
  const Post = z
    .object({ title: z.string(), author: Author, comments: z.array(Comment) })
    .meta({ id: 'Post' });
  // The same name, but another author.
  const Other = z.object({ name: z.int() });
  const app = routed();
  const add = (path: string, body: Schema, response: Schema): void => {
    app.post(path, contract({ body, responses: { 200: response } }).handle(answer as never), path.slice(1));
  };
  add('/one', Post, z.array(Post));
  add('/two', z.object({ post: Post, also: z.array(Post) }), Comment);
  add('/three', z.object({ unnamed: z.lazy(() => z.union([Author, Post])) }), Post);
  app.post(
    '/four',
    contract({ body: z.object({ id: Other.meta({ id: 'Author' }) }) }).handle(answer),
    'four',
  );

  const { components, paths } = await documentOf(app);
  const names = Object.keys(components?.schemas ?? {});
  expect(names.toSorted()).toEqual(['Author', 'Author2', 'Comment', 'Post', 'Problem']);
  expect(paths['/one']?.['post']?.requestBody?.content).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/Post' } },
  });
  expect(components?.schemas?.['Comment']).toMatchObject({
    properties: { answers: { items: { $ref: '#/components/schemas/Comment' } } },
  });
});

test('references within a schema point to their targets in the document, and different schemas share no names', async () => {
  const whole = {
    type: 'object',
    title: 'A list',
    properties: {
      id: { $ref: '#/definitions/an~1id' },
      same: { $ref: '#/properties/id' },
      next: { $ref: '#' },
      // A property that has the name of a keyword.
      title: { type: 'boolean' },
    },
    definitions: { 'an/id': { type: 'integer', $schema: 'x', default: { id: 'x' } } },
  };
  const app = routed();
  app.post('/one', contract({ body: { 'application/json': made(whole) } }).handle(answer), 'one');
  app.post('/two', contract({ body: z.object({}).meta({ id: 'Problem' }) }).handle(answer), 'two');

  const { components, paths } = await documentOf(app);
  expect(paths['/one']?.['post']?.requestBody?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/A_list' } },
  });
  expect(components?.schemas).toMatchObject({
    A_list: {
      properties: {
        id: { $ref: '#/components/schemas/an_id' },
        same: { $ref: '#/components/schemas/A_list/properties/id' },
        next: { $ref: '#/components/schemas/A_list' },
        title: { type: 'boolean' },
      },
    },
    an_id: { type: 'integer', default: { id: 'x' } },
    Problem: { properties: { errors: { type: 'array' } } },
    Problem2: { type: 'object', properties: {} },
  });
});

/** A schema that makes this JSON Schema. */
function made(jsonSchema: Record<string, unknown>): Schema {
  const validate = (value: unknown) => ({ value });
  const standard = { version: 1, vendor: 'own', validate, jsonSchema: { input: () => jsonSchema } } as const;
  return { '~standard': standard };
}

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
    contract({ query: schema, body: schema, responses: { 201: schema } }).handle(answer as never),
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

test('a schema that creates no JSON Schema is named with its route and place, and a converter creates it', async () => {
  const definition = contract({ query: plain, body: z.object({ at: z.date() }) });
  const config = {
    converters: {
      valibot: (given: never) => toJsonSchema(given),
      zod: (given: never) => z.toJSONSchema(given, { unrepresentable: 'any' }),
    },
  };
  const lacking = routed();
  lacking.post('/it', definition.handle(answer), 'it');
  const { document, faults } = await openApiOf(lacking);

  await expectValid(document);
  expect(faults).toEqual([
    'The route "it" has no JSON Schema for its query, so the OpenAPI document accepts any value: valibot has no JSON Schema of its own: add a converter to openapi.converters.valibot.',
    'The route "it" has no JSON Schema for its body, so the OpenAPI document accepts any value: Date cannot be represented in JSON Schema: add a converter to openapi.converters.zod.',
  ]);
  const whole = routed({ openapi: config });
  whole.post('/it', definition.handle(answer), 'it');
  expect((await documentOf(whole)).paths['/it']?.['post']).toMatchObject({
    parameters: [{ name: 'title' }, { name: 'draft' }],
    requestBody: { content: { 'application/json': { schema: { properties: { at: {} } } } } },
  });
});
