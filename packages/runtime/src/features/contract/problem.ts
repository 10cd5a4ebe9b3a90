import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { InputFault } from './invalid-input-error.ts';
import { isJsonObject } from './json-schema.ts';

/** A problem document (RFC 9457): an error in JSON. */
export interface ProblemDocument {
  /** A URI that identifies the type of the problem; "about:blank" when absent. */
  readonly type?: string;
  /** A short summary of the type of the problem, such as the phrase of the status. */
  readonly title?: string;
  /** The status of the response. */
  readonly status?: number;
  /** The message of the error. */
  readonly detail?: string;
  /** A URI that identifies this occurrence of the problem. */
  readonly instance?: string;
  /** The errors of a request that its contract rejects; absent for other problems. */
  readonly errors?: readonly InputFault[];
  /** The number of errors that are not in `errors`; absent when there are no more. */
  readonly more?: number;
  /** A member from the `extensions` of the error. */
  readonly [member: string]: unknown;
}

const TEXT = { type: 'string' } as const;
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
        properties: {
          pointer: TEXT,
          in: { enum: ['path', 'query', 'header', 'cookie', 'body'] },
          detail: TEXT,
        },
        required: ['pointer', 'in', 'detail'],
      },
    },
    more: { type: 'integer' },
  },
} as const;

/**
 * The schema of an error response (`application/problem+json`), for `responses`.
 *
 * @example contract({ responses: { 201: Post, 404: Problem } })
 */
export const Problem: StandardSchemaV1<ProblemDocument> & StandardJSONSchemaV1<ProblemDocument> = {
  '~standard': {
    version: 1,
    vendor: 'fw-runtime',
    validate: (value) => {
      const issues = isJsonObject(value) ? issuesIn(value) : [{ message: 'Expected an object.' }];
      return issues.length > 0 ? { issues } : { value: value as ProblemDocument };
    },
    jsonSchema: { input: () => JSON_SCHEMA, output: () => JSON_SCHEMA },
  },
};

const IS_TYPE = {
  string: (value: unknown) => typeof value === 'string',
  integer: Number.isInteger,
  array: Array.isArray,
};

/** Checks the types of the members, without the items of `errors`. */
function issuesIn(document: ProblemDocument): StandardSchemaV1.Issue[] {
  return Object.entries(JSON_SCHEMA.properties)
    .filter(([name, { type }]) => document[name] !== undefined && !IS_TYPE[type](document[name]))
    .map(([name, { type }]) => ({ message: `Expected type ${type}.`, path: [name] }));
}
