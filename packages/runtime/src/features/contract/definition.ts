import type { StandardSchemaV1 } from '@standard-schema/spec';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';
import { didYouMean } from '../../kernel/errors/describe.ts';
import type { OperationTexts } from '../../kernel/pipeline/middleware-contract.ts';

/** A schema of any library that implements Standard Schema, such as zod, valibot or arktype. */
export type Schema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** Schemas by media type, which is in lower case and without parameters, such as `{ 'text/csv': Csv }`. */
export type SchemasByType = Readonly<Record<string, Schema>>;

/** The schema of a body: a schema alone is for JSON and, in a request, also for forms. */
export type Content = Schema | SchemasByType;

/** A key of `responses`: a status, a class of statuses such as `4XX`, or `default` for every other status. */
export type ResponseKey = number | `${2 | 3 | 4 | 5}XX` | 'default';

/**
 * The schemas of responses by status; null means a response without a body.
 *
 * @example const responses: Responses = { 200: Post, 204: null, 404: Problem };
 */
export type Responses = { readonly [Key in ResponseKey]?: Content | null };

/** The schemas of a route's requests and responses. Parts without a schema are not checked. */
export interface ContractDefinition<
  Params = Schema | undefined,
  Query = Schema | undefined,
  Headers = Schema | undefined,
  Cookies = Schema | undefined,
  Body = Content | undefined,
  ResponseContents = Responses | undefined,
> extends OperationTexts {
  /** The schema of the path parameters, which are strings; they are not checked when absent. */
  readonly params?: Params;
  /** The schema of the query, whose values are strings; a repeated key has an array. It is not checked when absent. */
  readonly query?: Query;
  /** The schema of the headers, by names in lower case; they are not checked when absent. */
  readonly headers?: Headers;
  /** The schema of the cookies, whose values are strings; they are not checked when absent. */
  readonly cookies?: Cookies;
  /**
   * The schema of the body, for JSON and forms, or schemas by media type; it is not read when absent. GET and HEAD have
   * none.
   */
  readonly body?: Body;
  /**
   * The schemas of responses by status; null means a response without a body. Responses are checked with
   * `check_responses`, which `debug` turns on.
   */
  readonly responses?: ResponseContents;
}

/** The parts of a request that a contract may have schemas for. */
export type PartName = 'params' | 'query' | 'headers' | 'cookies' | 'body';

// The types below are conditional, so that editors show their result.

/** The validated input: the parts of a request that have a schema. */
export type InputOf<Parts> = Parts extends infer Given
  ? { readonly [Part in keyof Given as Given[Part] extends Content ? Part : never]: OutputOf<Given[Part]> }
  : never;

type OutputOf<Given> = Given extends Schema
  ? StandardSchemaV1.InferOutput<Given>
  : Given extends SchemasByType
    ? StandardSchemaV1.InferOutput<Given[keyof Given]>
    : never;

/** The parameters that a path must have for the schema of its parameters. */
export type ParamsOf<Params> = Params extends Schema
  ? StandardSchemaV1.InferInput<Params> extends infer Values
    ? { [Name in keyof Values]: string }
    : never
  : Record<string, string>;

/** A definition in which the compiler rejects keys that are no media type or no status. */
export type CheckedDefinition<Params, Query, Headers, Cookies, Body, Given> = ContractDefinition<
  Params,
  Query,
  Headers,
  Cookies,
  Body & Only<`${string}/${string}`, Body, 'The key is no media type.'>,
  Given & Only<ResponseKey, Given, 'The key is no status.'>
>;

/** Rejects other keys; the compiler shows the message. */
type Only<Key extends PropertyKey, Given, Message extends string> = Given extends Schema | undefined
  ? unknown
  : { readonly [Name in Exclude<keyof Given, Key>]: Message };

/** Functions are accepted too, because the schemas of some libraries are functions. */
export function isStandardSchema(content: unknown): content is Schema {
  if (content === null || (typeof content !== 'object' && typeof content !== 'function')) return false;
  const { '~standard': standard } = content as Partial<Schema>;
  return typeof standard?.validate === 'function';
}

const SCHEMA = 'a schema that implements Standard Schema, such as one of zod, valibot or arktype';
const STATUS = /^(?:[2-5]\d\d|[2-5]XX|default)$/;
// In lower case, without parameters and wildcards.
const MEDIA_TYPE = /^[a-z\d!#$&^_.+-]+\/[a-z\d!#$&^_.+-]+$/;

type Check = (key: string, value: unknown) => void;

const checkSchema = mustBe(SCHEMA, isStandardSchema);
const checkString = mustBe('a string', isString);
const checkFlag = mustBe('true or false', (value) => typeof value === 'boolean');

const CHECKS: Readonly<Record<keyof ContractDefinition, Check>> = {
  params: checkSchema,
  query: checkSchema,
  headers: checkSchema,
  cookies: checkSchema,
  body: checkContent,
  responses: checkResponses,
  summary: checkString,
  description: checkString,
  operationId: checkString,
  tags: mustBe('an array of strings', (value) => Array.isArray(value) && value.every(isString)),
  deprecated: checkFlag,
  hidden: checkFlag,
};

/** @throws {@link InvalidArgumentError} that names the invalid key and the expected value */
export function checkDefinition(definition: ContractDefinition): void {
  checkObject('definition', 'an object with schemas of requests and responses', definition);
  const known = Object.keys(CHECKS);
  for (const [key, value] of Object.entries(definition)) {
    if (!Object.hasOwn(CHECKS, key)) {
      const suggestion = didYouMean(key, known);
      const hint = ` It has the key "${key}"${suggestion && `; ${suggestion}`}`;
      fail('definition', `an object with no other keys than ${known.join(', ')}`, definition, hint);
    }
    if (value !== undefined) CHECKS[key as keyof ContractDefinition](key, value);
  }
}

function checkResponses(key: string, responses: unknown): void {
  checkObject(key, 'an object with schemas by status', responses);
  const expected = 'a status from 200 to 599, a class of statuses such as "4XX", or "default"';
  for (const [status, content] of Object.entries(responses)) {
    if (!STATUS.test(status)) fail(`key of ${key}`, expected, status);
    if (content !== null && content !== undefined) checkContent(`${key}.${status}`, content);
  }
}

function checkContent(key: string, content: unknown): void {
  if (isStandardSchema(content)) return;
  checkObject(key, `${SCHEMA}, or an object with such schemas by media type`, content);
  if (Object.keys(content).length === 0) fail(key, 'an object with at least one media type', content);
  const expected = 'a media type in lower case without parameters, such as "application/json"';
  const hint = ' For the fields of a body, pass one schema of an object.';
  for (const [type, schema] of Object.entries(content)) {
    if (!MEDIA_TYPE.test(type)) fail(`key of ${key}`, expected, type, hint);
    checkSchema(`${key}["${type}"]`, schema);
  }
}

function checkObject(key: string, expected: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(key, expected, value);
}

function mustBe(expected: string, isValid: (value: unknown) => boolean): Check {
  return (key, value) => {
    if (!isValid(value)) fail(key, expected, value);
  };
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function fail(key: string, expected: string, value: unknown, hint?: string): never {
  throw new InvalidArgumentError(`${key} of contract()`, expected, value, hint);
}
