import { InvalidArgumentError } from '../errors/coded-errors.ts';
import { didYouMean } from '../errors/nearest.ts';
import type { ContractDefinition } from './definition.ts';
import { isMediaType, isSchema } from './media-type.ts';

const TEXT = ['a string', (value: unknown) => typeof value === 'string'] as const;
const FLAG = ['true or false', (value: unknown) => typeof value === 'boolean'] as const;
const TEXTS = {
  summary: TEXT,
  description: TEXT,
  operationId: TEXT,
  tags: ['a list of strings', (value: unknown) => Array.isArray(value) && value.every(TEXT[1])],
  deprecated: FLAG,
  hidden: FLAG,
} as const;
const PARTS = ['params', 'query', 'headers', 'cookies'] as const;
const KEYS: readonly string[] = [...PARTS, 'body', 'responses', ...Object.keys(TEXTS)];

const SCHEMA = 'a schema that follows Standard Schema, as those of zod, valibot and arktype do';
const STATUS = /^(?:[2-5]\d\d|[2-5]XX|default)$/;

/** @throws InvalidArgumentError that names the key which is not what it must be, and what it must be */
export function checkDefinition(definition: ContractDefinition): void {
  checkMap('definition of contract()', 'a map with what a route takes and answers', definition);
  const unknown = Object.keys(definition).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const suggestion = didYouMean(unknown, KEYS);
    const hint = suggestion && ` Of "${unknown}": ${suggestion}`;
    throw new InvalidArgumentError(
      'definition of contract()',
      `a map with no other keys than ${KEYS.join(', ')}`,
      definition,
      hint,
    );
  }
  for (const part of PARTS) {
    const schema = definition[part];
    if (schema !== undefined && !isSchema(schema)) fail(part, SCHEMA, schema);
  }
  if (definition.body !== undefined) checkContent('body', definition.body);
  if (definition.responses !== undefined) checkResponses(definition.responses);
  for (const [key, [expected, isValid]] of Object.entries(TEXTS)) {
    const value = definition[key as keyof typeof TEXTS];
    if (value !== undefined && !isValid(value)) fail(key, expected, value);
  }
}

function checkResponses(responses: object): void {
  checkMap('responses of contract()', 'a map from statuses to schemas', responses);
  for (const [status, content] of Object.entries(responses)) {
    if (!STATUS.test(status))
      fail(
        'key of responses',
        'a status from 200 to 599, a class of them such as "4XX", or "default"',
        status,
      );
    if (content !== null && content !== undefined) checkContent(`responses.${status}`, content);
  }
}

function checkContent(key: string, content: unknown): void {
  if (isSchema(content)) return;
  checkMap(`${key} of contract()`, `${SCHEMA}, or a map from media types to such`, content);
  if (Object.keys(content).length === 0) fail(key, 'a map with a media type at least', content);
  for (const [type, schema] of Object.entries(content)) {
    if (!isMediaType(type))
      fail(
        `key of ${key}`,
        'a media type in lower case without parameters, such as "application/json"',
        type,
        ' For fields of a body, give one schema of an object with them.',
      );
    if (!isSchema(schema)) fail(`${key}["${type}"]`, SCHEMA, schema);
  }
}

function checkMap(argument: string, expected: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError(argument, expected, value);
  }
}

function fail(key: string, expected: string, value: unknown, hint?: string): never {
  throw new InvalidArgumentError(`${key} of contract()`, expected, value, hint);
}
