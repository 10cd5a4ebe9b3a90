import type { JsonSchema } from '../pipeline/kept-contract.ts';
import type { OpenApiReference } from './document.ts';
import { isEqual, isJsonSchema, localReferences, mapSchemas } from '../contract/json-schema.ts';

const PLACE = '#/components/schemas/';

/** The schemas of a document that have a name. */
export class SharedSchemas {
  readonly #schemas = new Map<string, JsonSchema>();
  /** What each was made of. */
  readonly #sources = new Map<string, unknown>();

  /** What stands in the document for a schema of a contract: what it refers to within itself gets a name, so that it resolves there. */
  add(source: JsonSchema): JsonSchema {
    const { $defs, definitions, ...root } = source;
    const references = localReferences(source);
    const named = new Map<string, { readonly wanted: unknown; readonly schema: JsonSchema }>();
    for (const [keyword, schemas] of Object.entries({ $defs, definitions })) {
      for (const [key, schema] of Object.entries(isJsonSchema(schemas) ? schemas : {})) {
        const pointer = `#/${keyword}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        named.set(pointer, { wanted: key, schema: schema as JsonSchema });
      }
    }
    const isNamed = typeof root['id'] === 'string' || references.some((each) => !isDefinition(each));
    // Last, because every pointer is one into the root.
    if (isNamed) named.set('#', { wanted: root['title'], schema: root });
    const schemas = new Map([...named].map(([pointer, { schema }]) => [pointer, schema]));
    const names = new Map<string, string>();
    const added: [name: string, schema: JsonSchema][] = [];
    for (const [pointer, { wanted, schema }] of named) {
      const { name, isNew } = this.#nameFor(schema['id'] ?? wanted, identityOf(schema, schemas));
      names.set(pointer, name);
      if (isNew) added.push([name, schema]);
    }
    const place = (schema: JsonSchema): JsonSchema => mapSchemas(schema, (each) => placed(each, names));
    for (const [name, schema] of added) this.#schemas.set(name, place(schema));
    return isNamed ? { $ref: PLACE + names.get('#') } : place(root);
  }

  /** @param wanted its name, unless another schema has that */
  addNamed(wanted: string, schema: JsonSchema): OpenApiReference {
    const { name } = this.#nameFor(wanted, [schema]);
    this.#schemas.set(name, schema);
    return { $ref: PLACE + name };
  }

  /** The schema that a reference stands for; any other as it is. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const found = typeof $ref === 'string' ? this.#schemas.get($ref.slice(PLACE.length)) : undefined;
    return found ?? schema;
  }

  toData(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** @param identity what is the same has one name */
  #nameFor(wanted: unknown, identity: unknown): { readonly name: string; readonly isNew: boolean } {
    const words = String(wanted).replaceAll(/[^\w.-]+/g, '_');
    // Libraries number what has no name.
    const base = wanted !== undefined && /^[A-Za-z]/.test(words) ? words : 'Schema';
    let name = base;
    for (let count = 2; this.#sources.has(name); count++) {
      if (isEqual(this.#sources.get(name), identity)) return { name, isNew: false };
      name = `${base}${count}`;
    }
    this.#sources.set(name, identity);
    return { name, isNew: true };
  }
}

function isDefinition(reference: string): boolean {
  return /^#\/(?:\$defs|definitions)\//.test(reference);
}

/** A schema with its reference as it is in the document, without what only its library knows. */
function placed(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const { $schema: _, ...rest } = schema;
  const { id, $ref, ...others } = rest;
  const kept = typeof id === 'string' ? others : { ...others, ...(id !== undefined && { id }) };
  if (typeof $ref !== 'string') return kept;
  const target = targetOf($ref, names);
  return { $ref: target === undefined ? $ref : PLACE + target.value + target.rest, ...kept };
}

/** A schema and all that it refers to, without the names that its contract has for them: what is the same has one name. */
function identityOf(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): readonly JsonSchema[] {
  const reached = [schema];
  const withoutNames = (each: JsonSchema): JsonSchema => {
    const target = typeof each['$ref'] === 'string' ? targetOf(each['$ref'], named) : undefined;
    if (target === undefined) return each;
    if (!reached.includes(target.value)) reached.push(target.value);
    return { ...each, $ref: `${reached.indexOf(target.value)}${target.rest}` };
  };
  const identity: JsonSchema[] = [];
  // Schemas that are reached meanwhile are visited, too.
  for (const each of reached) identity.push(mapSchemas(each, withoutNames));
  return identity;
}

/** The component that a reference points to, or into. */
function targetOf<T>(
  reference: string,
  named: ReadonlyMap<string, T>,
): { readonly value: T; readonly rest: string } | undefined {
  const pointer = reference.startsWith('#') ? decodeURIComponent(reference) : reference;
  for (const [start, value] of named) {
    if (pointer === start || pointer.startsWith(`${start}/`))
      return { value, rest: pointer.slice(start.length) };
  }
  return undefined;
}
