import type { LibraryName } from '../contract/libraries.ts';

/** The schemas of a resource, besides those of its fields. */
export interface ResourceSchemas {
  /** The whole import line. */
  readonly import: string;
  /** The id of an item, as path parameters. */
  readonly byId: string;
  /** The query parameters of a page. */
  readonly page: string;
  /** An item, from the name of its fields' schema. */
  schema(fields: string): string;
  listOf(schema: string): string;
  typeOf(schema: string): string;
}

export const RESOURCE_SCHEMAS: Readonly<Record<LibraryName, ResourceSchemas>> = {
  zod: {
    import: "import { z } from 'zod';",
    byId: 'z.object({ id: z.uuid() })',
    page: `z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
})`,
    schema: (fields) => `z.object({ id: z.uuid(), ...${fields}.shape })`,
    listOf: (schema) => `z.array(${schema})`,
    typeOf: (schema) => `z.infer<typeof ${schema}>`,
  },
  valibot: {
    import: "import * as v from 'valibot';",
    byId: 'v.object({ id: v.pipe(v.string(), v.uuid()) })',
    page: `v.object({
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(1), v.maxValue(100)), '20'),
  offset: v.optional(v.pipe(v.string(), v.toNumber(), v.safeInteger(), v.minValue(0)), '0'),
})`,
    schema: (fields) => `v.object({ id: v.pipe(v.string(), v.uuid()), ...${fields}.entries })`,
    listOf: (schema) => `v.array(${schema})`,
    typeOf: (schema) => `v.InferOutput<typeof ${schema}>`,
  },
  arktype: {
    import: "import { type } from 'arktype';",
    byId: "type({ id: 'string.uuid' })",
    page: `type({
  '+': 'delete',
  limit: type('string.integer.parse').to('1 <= number <= 100').default('20'),
  offset: type('string.integer.parse').to('number >= 0').default('0'),
})`,
    schema: (fields) => `type({ '...': ${fields}, '+': 'delete', id: 'string.uuid' })`,
    listOf: (schema) => `${schema}.array()`,
    typeOf: (schema) => `typeof ${schema}.infer`,
  },
};
