import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { InputFault } from './invalid-input-error.ts';

/** A problem document (RFC 9457), as clients read errors. */
export interface ProblemDocument {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
  /** Of a request that does not keep its contract. */
  readonly errors?: readonly InputFault[];
  /** How many faults there are beside `errors`. */
  readonly more?: number;
  readonly [member: string]: unknown;
}

const TEXT = { type: 'string' } as const;
const PLACES = ['path', 'query', 'header', 'cookie', 'body'];
const JSON_SCHEMA = {
  type: 'object',
  properties: {
    type: TEXT,
    title: TEXT,
    status: { type: 'integer' },
    detail: TEXT,
    instance: TEXT,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: TEXT, in: { enum: PLACES }, detail: TEXT },
        required: ['pointer', 'in', 'detail'],
      },
    },
    more: { type: 'integer' },
  },
} as const;

/**
 * The schema of an error as clients see it (`application/problem+json`), for `responses`.
 *
 * @example contract({ responses: { 201: Post, 404: Problem } })
 */
export const Problem: StandardSchemaV1<ProblemDocument> & StandardJSONSchemaV1<ProblemDocument> = {
  '~standard': {
    version: 1,
    vendor: 'fw-runtime',
    validate: (value) => {
      const issues = isMap(value) ? issuesIn(value) : [{ message: 'A problem document is an object.' }];
      return issues.length > 0 ? { issues } : { value: value as ProblemDocument };
    },
    jsonSchema: { input: () => JSON_SCHEMA, output: () => JSON_SCHEMA },
  },
};

/** What is not as the JSON Schema has it. */
function issuesIn({ errors, ...members }: Record<string, unknown>): StandardSchemaV1.Issue[] {
  const issues = textIssues(members, ['type', 'title', 'detail', 'instance'], []);
  for (const name of ['status', 'more']) {
    if (members[name] === undefined || Number.isInteger(members[name])) continue;
    issues.push({ message: 'Expected an integer.', path: [name] });
  }
  if (errors === undefined) return issues;
  if (!Array.isArray(errors)) return [...issues, { message: 'Expected a list.', path: ['errors'] }];
  for (const [index, error] of errors.entries()) {
    const path = ['errors', index];
    if (!isMap(error)) issues.push({ message: 'Expected an object.', path });
    else {
      issues.push(...textIssues({ pointer: null, detail: null, ...error }, ['pointer', 'detail'], path));
      if (!PLACES.includes(error['in'] as string)) {
        issues.push({ message: `Expected one of ${PLACES.join(', ')}.`, path: [...path, 'in'] });
      }
    }
  }
  return issues;
}

function textIssues(
  members: Record<string, unknown>,
  names: readonly string[],
  path: readonly PropertyKey[],
): StandardSchemaV1.Issue[] {
  return names
    .filter((name) => members[name] !== undefined && typeof members[name] !== 'string')
    .map((name) => ({ message: 'Expected a string.', path: [...path, name] }));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
