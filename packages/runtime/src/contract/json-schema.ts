import type { JsonSchema } from '../pipeline/kept-contract.ts';

// Where schemas stand within a schema (JSON Schema 2020-12); everything else is data.
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of a schema, in which each schema, from the inside out, is what `change` makes of it. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const map = (value: unknown): unknown => (isSchema(value) ? mapSchemas(value, change) : value);
  const entries = Object.entries(schema).map(([key, value]) => {
    if (SINGLE.has(key)) return [key, map(value)] as const;
    if (LISTS.has(key) && Array.isArray(value)) return [key, value.map(map)] as const;
    if (!MAPS.has(key) || !isSchema(value)) return [key, value] as const;
    return [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))] as const;
  });
  return change(Object.fromEntries(entries));
}

/** The `$ref`s within a schema that point into it. */
export function localReferences(schema: JsonSchema): string[] {
  const found: string[] = [];
  mapSchemas(schema, (each) => {
    if (typeof each['$ref'] === 'string' && each['$ref'].startsWith('#')) found.push(each['$ref']);
    return each;
  });
  return found;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
