import type { JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';

// Keywords that contain schemas (JSON Schema 2020-12); every other keyword contains data.
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

export function isJsonObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of a schema, in which `change` has replaced every schema, from the inside out. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const map = (value: unknown): unknown => (isJsonObject(value) ? mapSchemas(value, change) : value);
  const entries = Object.entries(schema).map(([key, value]) => {
    if (SINGLE.has(key)) return [key, map(value)] as const;
    if (LISTS.has(key) && Array.isArray(value)) return [key, value.map(map)] as const;
    if (!MAPS.has(key) || !isJsonObject(value)) return [key, value] as const;
    return [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))] as const;
  });
  return change(Object.fromEntries(entries));
}

/** Whether two values have the same JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
