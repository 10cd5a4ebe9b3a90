import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, Problem, type ProblemDocument } from '../../../src/features/contract/index.ts';
import { type HttpResponse, JsonResponse } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { libraries } from './libraries.ts';

interface Sent {
  readonly path: string;
  readonly json?: unknown;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Given {
  readonly request: { readonly params: object };
  readonly reply: unknown;
  readonly params: unknown;
}

const title = { title: 'Hi' };

/** The sent value, and the reported errors or the value that the handler gets. */
const cases: readonly (readonly [string, Sent, readonly string[] | object])[] = [
  ['what fits', { path: '/posts/7', json: title }, { params: { id: '7' }, query: {}, body: title }],
  [
    'keys that are repeated',
    { path: '/posts/7?tag=a&tag=b&order=asc', json: { ...title, draft: true } },
    { params: { id: '7' }, query: { tag: ['a', 'b'], order: 'asc' }, body: { ...title, draft: true } },
  ],
  ['a parameter', { path: '/posts/x', json: title }, ['path /id']],
  [
    'one value where the schema takes a list',
    { path: '/posts/7?tag=a&order=asc', json: title },
    { params: { id: '7' }, query: { tag: ['a'], order: 'asc' }, body: title },
  ],
  [
    'one value for an array beside an error',
    { path: '/posts/7?tag=a&order=up', json: title },
    ['query /order'],
  ],
  [
    'one value in JSON where a list is due',
    { path: '/posts/7', json: { ...title, authors: { name: 'Ada' } } },
    ['body /authors'],
  ],
  ['an unknown enum value', { path: '/posts/7?order=up', json: title }, ['query /order']],
  ['an empty text', { path: '/posts/7', json: { title: '' } }, ['body /title']],
  ['a missing key', { path: '/posts/7', json: {} }, ['body /title']],
  ['a null', { path: '/posts/7', json: { title: null } }, ['body /title']],
  ['a body that is no object', { path: '/posts/7', json: 'x' }, ['body ']],
  ['a body that is null', { path: '/posts/7', json: null }, ['body ']],
  [
    'nested values',
    { path: '/posts/7', json: { ...title, authors: [{ name: 'Ada' }, { name: 1 }, {}] } },
    ['body /authors/1/name', 'body /authors/2/name'],
  ],
  [
    'errors of all parts',
    { path: '/posts/x?tag=one&order=up', json: { title: '', draft: 'yes' } },
    ['body /draft', 'body /title', 'path /id', 'query /order'],
  ],
  [
    'headers and cookies',
    { path: '/client', headers: { 'x-token': 'abc', cookie: 'theme=dark' } },
    { cookies: { theme: 'dark' } },
  ],
  [
    'headers and cookies that do not fit',
    { path: '/client', headers: { 'X-Token': 'ab', cookie: 'theme=light' } },
    ['cookie /theme', 'header /x-token'],
  ],
  ['a header that is missing', { path: '/client' }, ['header /x-token']],
  ['a form', { path: '/form', form: 'title=Hi&tag=a&tag=b' }, { body: { ...title, tag: ['a', 'b'] } }],
  [
    'one value of a form for a list',
    { path: '/form', form: 'title=Hi&tag=a' },
    { body: { ...title, tag: ['a'] } },
  ],
  ['a form that does not fit', { path: '/form', form: 'title=&title=' }, ['body /tag', 'body /title']],
  ['what is no text any more', { path: '/page?page=7' }, { query: { page: 7 } }],
];

describe.each(Object.keys(libraries) as (keyof typeof libraries)[])('with %s', (library) => {
  const schemas = libraries[library] as (typeof libraries)['zod'];

  inBothVariants((kit) => {
    const app = kit.routed();
    const { params, query, body, headers, cookies, form, coerced } = schemas;
    const answer = ({ request, reply, params, ...input }: Given): HttpResponse =>
      new JsonResponse({
        ...(Object.keys(request.params).length > 0 && { params }),
        ...input,
        ...(reply === undefined && { reply }),
      });
    const client = contract({ headers, cookies }).handle((input) =>
      answer({ ...input, headers: undefined } as never),
    );
    app.post('/posts/{id}', kit.shared(contract({ params, query, body }).handle(answer)));
    app.get('/client', kit.shared(client));
    app.post('/form', kit.shared(contract({ body: form }).handle(answer)));
    app.get('/page', kit.shared(contract({ query: coerced }).handle(answer)));
    app.post('/strict', kit.shared(contract({ body: schemas.strict }).handle(answer)));
    const send = ({ path, json, form: fields, headers: own }: Sent): Promise<Response> => {
      if (json === undefined && fields === undefined) return app.request(path, { headers: own ?? {} });
      const type = fields === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
      return app.request(path, {
        method: 'POST',
        body: fields ?? JSON.stringify(json),
        headers: { 'Content-Type': type },
      });
    };

    test.each(cases)('%s', async (_name, sent, expected) => {
      const response = await send(sent);
      const given = (await response.json()) as ProblemDocument;

      if (!Array.isArray(expected)) {
        expect([response.status, given]).toEqual([200, expected]);
        return;
      }
      const { errors = [], ...rest } = given;
      expect(rest).toEqual({
        type: 'about:blank',
        title: 'Unprocessable Content',
        status: 422,
        detail: 'The request does not match the contract of the route.',
        instance: sent.path.split('?')[0],
      });
      expect(errors.map((error) => `${error.in} ${error.pointer}`).toSorted()).toEqual(expected);
      for (const { detail } of errors) expect(detail).toMatch(/\w/);
      expect((await Problem['~standard'].validate(given)).issues).toBeUndefined();
    });

    test('unknown keys are rejected if the schema rejects them', async () => {
      expect((await send({ path: '/strict', json: title })).status).toBe(200);
      const response = await send({ path: '/strict', json: { ...title, 'mo/re': 1 } });
      expect([response.status, await response.json()]).toEqual([
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ in: 'body', pointer: '/mo~1re' })] }),
      ]);
    });
  });
});

describe('the JSON Schema of a contract', () => {
  test.each(['params', 'query', 'headers', 'cookies', 'body', 'form', 'post'] as const)(
    '%s is the same of all libraries',
    (part) => {
      const described = Object.values(libraries).map(
        (schemas) => contract({ query: schemas[part] } as never).describe().query?.schema,
      );

      expect(described[0]).toMatchObject({ type: 'object' });
      expect(described[1]).toEqual(described[0]);
      expect(described[2]).toEqual(described[0]);
    },
  );

  const bare = contract({
    body: { 'application/json': v.object({ title: v.pipe(v.string(), v.minLength(1)) }) },
  });
  const fault = 'valibot has no JSON Schema of its own: add a converter to openapi.converters.valibot';
  const inJson = (description: unknown): unknown => ({ 'application/json': description });

  test('is created by a converter if a library creates none', () => {
    const described = bare.describe({ valibot: (schema) => toJsonSchema(schema) });
    const properties = { title: { type: 'string', minLength: 1 } };
    expect(described.body).toEqual(
      inJson({ vendor: 'valibot', schema: { type: 'object', properties, required: ['title'] } }),
    );
  });

  test('is reported as missing if it is missing or cannot be created', () => {
    const failing = (): never => {
      throw new Error('no date in JSON');
    };
    expect(bare.describe().body).toEqual(inJson({ vendor: 'valibot', fault }));
    expect(bare.describe({ constructor: failing }).body).toEqual(inJson({ vendor: 'valibot', fault }));
    expect(bare.describe({ valibot: failing }).body).toEqual(
      inJson({ vendor: 'valibot', fault: 'no date in JSON' }),
    );
    expect(contract({ query: z.object({ at: z.date() }) }).describe().query).toEqual({
      vendor: 'zod',
      fault: expect.stringMatching(/date/i),
    });
  });
});
