import { CommandError } from '#command-line/errors';

/** The members with a string as their value that types are generated from. */
const NEEDED = new Set([
  '$ref',
  'const',
  'default',
  'description',
  'example',
  'format',
  'in',
  'name',
  'openapi',
  'operationId',
  'propertyName',
  'style',
  'summary',
  'title',
  'type',
  'version',
]);
const MOST_LEVELS = 500;

/**
 * Copies an OpenAPI document without anything that the generator of types could read from elsewhere: files and addresses
 * that the author of the document chose. A string is kept only if types need it, so an address in a place that is not
 * known here is left out too.
 *
 * @param input the name of the document
 * @throws CommandError when a `$ref` leads to another document, because the types would be incomplete without it
 */
export function withoutAddresses<Document extends object>(document: Document, input: string): Document {
  const { components } = document as { readonly components?: { readonly schemas?: object } | null };
  const schemas = new Set(Object.keys(components?.schemas ?? {}));
  return copyOf(document, { input, schemas, pointer: '#', level: 0 }) as Document;
}

interface Place {
  readonly input: string;
  /** The names of the document's schemas. */
  readonly schemas: ReadonlySet<string>;
  readonly pointer: string;
  readonly level: number;
}

function copyOf(value: unknown, { input, schemas, pointer, level }: Place): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > MOST_LEVELS) {
    throw new CommandError(
      `${input} is nested deeper than ${MOST_LEVELS} levels (${pointer.slice(0, 60)}…).`,
    );
  }
  const at = (key: string): Place => ({
    input,
    schemas,
    pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    level: level + 1,
  });
  if (Array.isArray(value)) return value.map((item, index) => copyOf(item, at(`${index}`)));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      if (key === '$ref' && typeof member === 'string') rejectOutside(member, at(key));
      if (typeof member === 'string' && !NEEDED.has(key)) return [];
      return [[key, key === 'discriminator' ? discriminatorOf(member, at(key)) : copyOf(member, at(key))]];
    }),
  );
}

/** A mapping contains addresses of schemas, or names. A property of a schema may have the name "discriminator" as well. */
function discriminatorOf(value: unknown, place: Place): unknown {
  const copy = copyOf(value, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return copy;
  const { $ref, mapping } = value as { readonly $ref?: unknown; readonly mapping?: unknown };
  // As a schema, this is the same; as a discriminator, it doesn't lead to a mapping elsewhere in the document.
  if (typeof $ref === 'string') return { allOf: [copy] };
  if (typeof mapping !== 'object' || mapping === null) return copy;
  const local = Object.entries(mapping).flatMap(([name, target]: [string, unknown]) => {
    // A reference would lead to another mapping.
    if (name === '$ref' || typeof target !== 'string') return [];
    const schema = place.schemas.has(target) ? `#/components/schemas/${target}` : target;
    return schema.startsWith('#/') ? [[name, schema]] : [];
  });
  return { ...(copy as object), mapping: Object.fromEntries(local) };
}

function rejectOutside(reference: string, { input, pointer }: Place): void {
  if (reference.startsWith('#/')) return;
  throw new CommandError(
    `${input} refers to another document: "$ref" is ${JSON.stringify(reference)} (${pointer}). ` +
      'References must begin with "#/": bundle the documents into one first, for example with "redocly bundle".',
  );
}
