import * as fc from 'fast-check';
import type { OpenApiDocument } from '../../../src/features/openapi/index.ts';

type Schema = Readonly<Record<string, unknown>>;

// Where schemas refer to themselves, values end at about this depth.
const DEEPEST = 6;

/** Makes values that keep a JSON Schema of a document. Knows of JSON Schema what the contracts here use. */
export function valuesOf(schema: Schema, document: OpenApiDocument, depth = 0): fc.Arbitrary<unknown> {
  const of = (inner: unknown): fc.Arbitrary<unknown> => valuesOf(inner as Schema, document, depth + 1);
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '');
    return of(document.components?.schemas?.[name]);
  }
  if ('const' in schema) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (Array.isArray(allOf)) return of(Object.assign({}, ...(allOf as Schema[])));
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return fc.oneof(...alternatives.map(of));
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => of({ ...schema, type: each })));
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema, of, depth);
    case 'object':
      return objectOf(schema, of, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

const FORMATS: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  'date-time': () => dates().map((date) => date.toISOString()),
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  email: () => fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.[a-z]{2,3}$/),
  uuid: () => fc.uuid(),
  uri: () => fc.webUrl(),
};

function dates(): fc.Arbitrary<Date> {
  return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
}

function textOf({ format, pattern, minLength = 0, maxLength = 12 }: Schema): fc.Arbitrary<string> {
  const size = { minLength: minLength as number, maxLength: maxLength as number };
  const known = typeof format === 'string' ? FORMATS[format]?.() : undefined;
  const fits = (text: string): boolean =>
    text.length >= size.minLength && (maxLength === 12 || text.length <= size.maxLength);
  if (known !== undefined) return known;
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  // Definitions of a single character differ beyond these.
  return fc.string({ ...size, unit: fc.constantFrom(...'abcXYZ019 _-.,;:!?/%&=+#"\'<>[]{}äß') });
}

function numberOf({
  type,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
}: Schema): fc.Arbitrary<number> {
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum] as (number | undefined)[];
  const whole = {
    min: Math.ceil(low ?? -1e6) + (exclusiveMinimum === undefined ? 0 : 1),
    max: Math.floor(high ?? 1e6) - (exclusiveMaximum === undefined ? 0 : 1),
  };
  const integers = fc.integer({ min: Math.max(whole.min, -1e9), max: Math.min(whole.max, 1e9) });
  if (type === 'integer') return integers;
  return fc.oneof(integers, fc.double({ min: whole.min, max: whole.max, noNaN: true }));
}

type Of = (schema: unknown) => fc.Arbitrary<unknown>;

function listOf({ items = {}, prefixItems, minItems = 0, maxItems }: Schema, of: Of, depth: number) {
  if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(of));
  const minLength = minItems as number;
  if (minLength === 0 && depth > DEEPEST) return fc.constant([]);
  return fc.array(of(items), { minLength, maxLength: (maxItems as number | undefined) ?? 4 });
}

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  of: Of,
  depth: number,
): fc.Arbitrary<unknown> {
  const needed = required as readonly string[];
  const all = Object.entries(properties as Readonly<Record<string, Schema>>);
  const model = Object.fromEntries(
    all
      .filter(([name]) => depth <= DEEPEST || needed.includes(name))
      .map(([name, property]) => [name, of(property)]),
  );
  const own = fc.record(model, { requiredKeys: [...needed] });
  if (typeof additionalProperties !== 'object') return own;
  const names = of(propertyNames ?? { type: 'string' }).filter(
    (name) => !all.some(([known]) => known === name),
  );
  const others = fc.dictionary(names as fc.Arbitrary<string>, of(additionalProperties), { maxKeys: 3 });
  return fc.tuple(others, own).map(([other, fixed]) => ({ ...other, ...(fixed as object) }));
}
