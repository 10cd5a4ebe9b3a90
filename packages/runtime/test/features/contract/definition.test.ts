import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  contract,
  type ContractDefinition,
  Problem,
  type ProblemDocument,
} from '../../../src/features/contract/index.ts';
import { errorOf } from '../../support/error-of.ts';
import { libraries } from './libraries.ts';

const SCHEMA = 'must be a schema that implements Standard Schema, such as one of zod, valibot or arktype';

describe('a contract is rejected when it is created with', () => {
  test.each([
    [
      'no definition',
      undefined,
      'definition of contract() must be an object with schemas of requests and responses, not undefined',
    ],
    [
      'an unknown key',
      { parms: z.object() },
      'an object with the keys "parms". It has the key "parms"; did you mean "params"?',
    ],
    ['a part that is no schema', { query: { page: 1 } }, `query of contract() ${SCHEMA}, not an object`],
    ['a null', { headers: null }, `headers of contract() ${SCHEMA}, not null`],
    [
      'a body that is no schema',
      { body: 7 },
      `body of contract() ${SCHEMA}, or an object with such schemas by media type, not 7`,
    ],
    [
      'fields for a body',
      { body: { title: z.string() } },
      'key of body of contract() must be a media type in lower case without parameters, such as "application/json", not "title".',
    ],
    ['a media type with parameters', { body: { 'text/csv; a=b': z.any() } }, 'not "text/csv; a=b"'],
    ['a media type for several', { body: { 'image/*': z.any() } }, 'not "image/*"'],
    ['no media type', { body: {} }, 'body of contract() must be an object with at least one media type'],
    [
      'a type of a body without a schema',
      { body: { 'text/csv': 1 } },
      `body["text/csv"] of contract() ${SCHEMA}, not 1`,
    ],
    [
      'a list of responses',
      { responses: [z.any()] },
      'responses of contract() must be an object with schemas by status, not an array of 1',
    ],
    [
      'a response without a status',
      { responses: { ok: z.any() } },
      'key of responses of contract() must be a status from 200 to 599, a class of statuses such as "4XX", or "default", not "ok"',
    ],
    [
      'a response that is no schema',
      { responses: { 200: { 'text/html': 'x' } } },
      `responses.200["text/html"] of contract() ${SCHEMA}`,
    ],
    [
      'tags that are no list',
      { tags: 'posts' },
      'tags of contract() must be an array of strings, not "posts"',
    ],
    ['a summary that is no text', { summary: 7 }, 'summary of contract() must be a string, not 7'],
    ['an invalid flag', { hidden: 'no' }, 'hidden of contract() must be true or false, not "no"'],
  ])('%s', (_name, definition, message) => {
    const error = errorOf(() => contract(definition as ContractDefinition));

    expect(error).toMatchObject({ name: 'InvalidArgumentError', code: 'FW_INVALID_ARGUMENT' });
    expect((error as Error).message).toContain(message);
  });

  test('a handler that is no function', () => {
    expect(() => contract({}).handle({} as never)).toThrow(
      'The argument run of handle() must be a function that returns the body of a response, not an object',
    );
  });
});

describe('a contract takes', () => {
  test.each(Object.entries(libraries))('the schemas of %s', (_library, { params, query, body, post }) => {
    const made = contract({
      params,
      query,
      headers: query,
      cookies: query,
      body,
      responses: { 200: post },
    } as ContractDefinition);
    expect(made.describe()).toHaveProperty('params.schema.type', 'object');
  });

  test('nothing, a key that is undefined, and every type of response', () => {
    const responses = { 200: null, '4XX': Problem, '5XX': undefined, default: { 'text/plain': z.string() } };
    const made = contract({ query: undefined, responses } as unknown as ContractDefinition);
    expect(Object.keys(made.describe().responses ?? {})).toEqual(['200', '4XX', '5XX', 'default']);
    expect(contract({}).describe()).toEqual({});
  });
});

test.each<[string, unknown, string[]]>([
  [
    'takes one',
    {
      type: 'about:blank',
      title: 'x',
      status: 404,
      detail: 'y',
      instance: '/z',
      more: 1,
    } satisfies ProblemDocument,
    [],
  ],
  [
    'accepts one with errors',
    { errors: [{ pointer: '', in: 'body', detail: '' }] } satisfies ProblemDocument,
    [],
  ],
  ['rejects values that are no objects', [], ['']],
  ['rejects members of other types', { title: 1, status: 4.5, errors: {} }, ['title', 'status', 'errors']],
])('the schema of a problem document %s', async (_name, value, expected) => {
  const { issues = [] } = await Problem['~standard'].validate(value);
  expect(issues.map(({ path = [] }) => path.join('.'))).toEqual(expected);
});
