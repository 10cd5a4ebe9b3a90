import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

/** A problem document (RFC 9457), as clients read errors. */
export interface ProblemDocument {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly [member: string]: unknown;
}

const FIELDS = {
  type: 'string',
  title: 'string',
  status: 'number',
  detail: 'string',
  instance: 'string',
} as const;

const JSON_SCHEMA = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string' },
          in: { enum: ['path', 'query', 'header', 'cookie', 'body'] },
          detail: { type: 'string' },
        },
        required: ['pointer', 'in', 'detail'],
      },
    },
  },
};

const problemSchema: StandardSchemaV1<ProblemDocument> & StandardJSONSchemaV1<ProblemDocument> = {
  '~standard': {
    version: 1,
    vendor: 'fw-runtime',
    validate: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return { issues: [{ message: 'A problem document is an object.' }] };
      }
      const issues = Object.entries(FIELDS).flatMap(([name, type]) => {
        const member = (value as ProblemDocument)[name];
        const fits = member === undefined || typeof member === type;
        return fits ? [] : [{ message: `Expected a ${type}.`, path: [name] }];
      });
      return issues.length > 0 ? { issues } : { value: value as ProblemDocument };
    },
    jsonSchema: { input: () => JSON_SCHEMA, output: () => JSON_SCHEMA },
  },
};

/**
 * An error as clients see it, for `responses`.
 *
 * @example contract({ responses: { 201: Post, 404: Problem } })
 */
export const Problem: { readonly 'application/problem+json': typeof problemSchema } = {
  'application/problem+json': problemSchema,
};
