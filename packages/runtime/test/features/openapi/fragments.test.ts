import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type ContractDefinition, Problem } from '../../../src/features/contract/index.ts';
import { answer, routed, TEXT } from './routed.ts';
import { documentOf } from './validated.ts';

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

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
        responses: { default: { description: 'Any response' } },
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
      'a parameter for all other keys of a query, where a schema takes them',
      { query: z.object({ q: z.string() }).catchall(z.string()) },
      {
        parameters: [
          { name: 'q', in: 'query', required: true, schema: TEXT },
          { name: '*', in: 'query', schema: { type: 'object', additionalProperties: TEXT } },
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
    app.post('/it', contract(definition).handle(answer as never) as never, 'it');

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
  ])('a body by the media types that can carry it (%#)', async ([body, types]) => {
    const app = routed();
    app.post('/it', contract({ body }).handle(answer), 'it');

    const { post } = (await documentOf(app)).paths['/it'] ?? {};
    expect(
      Object.keys(post?.requestBody?.content ?? {}).map((type) =>
        type.replace(/^.*(\/|-www-form-|multipart\/)/, ''),
      ),
    ).toEqual(types);
  });
});
