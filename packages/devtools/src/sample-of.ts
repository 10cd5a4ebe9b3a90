type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema by Standard Schema. It describes itself as JSON Schema if its library does that, as zod and arktype do. */
interface AnySchema<Input> {
  readonly '~standard': {
    readonly vendor: string;
    readonly types?: { readonly input: Input } | undefined;
    validate(value: unknown): Validated | Promise<Validated>;
    readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): JsonSchema };
  };
}

interface Validated {
  readonly issues?: readonly { readonly message: string }[] | undefined;
}

/** Strings of the formats that JSON Schema names. */
const STRINGS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

/**
 * Creates a value that a schema accepts, for tests: the required keys of objects, the first of several choices, the
 * smallest numbers.
 *
 * @param schema a schema of a library whose schemas describe themselves as JSON Schema, such as zod or arktype
 * @returns the same value at each call
 * @throws Error when the schema doesn't describe itself, or rejects the value, for example because of a pattern
 * @example const body = { title: 'text', author: sampleOf(Author) };
 */
export function sampleOf<Input>(schema: AnySchema<Input>): Input {
  const { vendor, jsonSchema, validate } = schema['~standard'];
  if (jsonSchema === undefined)
    throw new Error(`A schema of ${vendor} has no JSON Schema: write a value for it.`);
  const root = jsonSchema.input({ target: 'draft-2020-12' });
  const value = valueOf(root, root);
  const result = validate(value);
  if (!(result instanceof Promise) && result.issues !== undefined) {
    const [issue] = result.issues;
    throw new Error(`No value is known that the schema accepts (${issue?.message}): write one.`);
  }
  return value as Input;
}

function valueOf(schema: JsonSchema, root: JsonSchema): unknown {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return valueOf(referenced($ref, root), root);
  for (const key of ['const', 'default'] as const) if (key in schema) return schema[key];
  const [example] = [schema['enum'] ?? schema['examples'] ?? []].flat();
  if (example !== undefined) return example;
  const [choice] = [anyOf ?? oneOf ?? []].flat() as JsonSchema[];
  if (choice !== undefined) return valueOf(choice, root);
  if (Array.isArray(allOf)) {
    const values = (allOf as JsonSchema[]).map((each) => valueOf(each, root));
    return values.every((value) => typeof value === 'object') ? Object.assign({}, ...values) : values[0];
  }
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return arrayOf(schema, root);
    default:
      return objectOf(schema, root);
  }
}

function referenced(reference: string, root: JsonSchema): JsonSchema {
  const keys = reference.split('/').slice(1);
  return keys.reduce((part: JsonSchema, key) => (part[key] ?? {}) as JsonSchema, root);
}

function stringOf({ format, minLength, maxLength }: JsonSchema): string {
  const text = (typeof format === 'string' ? STRINGS[format] : undefined) ?? 'text';
  return text
    .padEnd(Number(minLength ?? 0), 't')
    .slice(0, maxLength === undefined ? undefined : Number(maxLength));
}

function numberOf({
  minimum,
  exclusiveMinimum,
  maximum,
  exclusiveMaximum,
  multipleOf = 1,
}: JsonSchema): number {
  const step = Number(multipleOf);
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + step));
  const most = Number(maximum ?? (exclusiveMaximum === undefined ? least : Number(exclusiveMaximum) - step));
  const isLeastGiven = minimum !== undefined || exclusiveMinimum !== undefined;
  return Math.ceil((isLeastGiven ? least : Math.min(least, most)) / step) * step;
}

function arrayOf({ items, prefixItems, minItems }: JsonSchema, root: JsonSchema): unknown[] {
  if (Array.isArray(prefixItems)) return (prefixItems as JsonSchema[]).map((item) => valueOf(item, root));
  const length = Math.max(1, Number(minItems ?? 1));
  return Array.from({ length }, () => valueOf((items ?? {}) as JsonSchema, root));
}

function objectOf({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): object {
  const all = properties as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    (required as readonly string[]).map((key) => [key, valueOf(all[key] ?? {}, root)]),
  );
}
