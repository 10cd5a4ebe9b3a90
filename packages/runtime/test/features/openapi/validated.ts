import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'vitest';
import type { OpaqueApplication } from '../../../src/index.ts';
import {
  openApiOf,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../../../src/features/openapi/index.ts';

// It compiles its schemas once.
const validator = new Validator();

/** The document of an application that has all it needs, after the validator has found nothing. */
export async function documentOf(application: OpaqueApplication): Promise<OpenApiDocument> {
  const { document, faults } = await openApiOf(application);
  expect(faults).toEqual([]);
  await expectValid(document);
  return document;
}

export async function expectValid(document: OpenApiDocument): Promise<void> {
  // It resolves references in place.
  expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
}

/** By `get /posts/{id}`. */
export function operationsOf({ paths }: OpenApiDocument): ReadonlyMap<string, OpenApiOperation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    ),
  );
}
