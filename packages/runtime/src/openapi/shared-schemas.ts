import type { JsonSchema } from '../pipeline/kept-contract.ts';
import type { OpenApiReference } from './document.ts';
import { isSame, isSchema, localReferences, mapSchemas } from '../contract/json-schema.ts';

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
    const names = new Map<string, string>();
    const added: [name: string, schema: JsonSchema][] = [];
    const addNamed = (pointer: string, wanted: unknown, schema: JsonSchema): void => {
      const identity = localReferences(schema).length === 0 ? schema : { schema, source };
      const { name, isNew } = this.#nameFor(schema['id'] ?? wanted, identity);
      names.set(pointer, name);
      if (isNew) added.push([name, schema]);
    };
    for (const [keyword, schemas] of Object.entries({ $defs, definitions })) {
      for (const [key, schema] of Object.entries(isSchema(schemas) ? schemas : {}))
        addNamed(
          `#/${keyword}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          key,
          schema as JsonSchema,
        );
    }
    const isNamed = typeof root['id'] === 'string' || references.some((each) => !isDefinition(each));
    if (isNamed) addNamed('#', root['title'], root);
    const place = (schema: JsonSchema): JsonSchema => mapSchemas(schema, (each) => placed(each, names));
    for (const [name, schema] of added) this.#schemas.set(name, place(schema));
    return isNamed ? { $ref: PLACE + names.get('#') } : place(root);
  }

  /** @param wanted its name, unless another schema has that */
  addNamed(wanted: string, schema: JsonSchema): OpenApiReference {
    const { name } = this.#nameFor(wanted, schema);
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
      if (isSame(this.#sources.get(name), identity)) return { name, isNew: false };
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
  const pointer = $ref.startsWith('#') ? decodeURIComponent($ref) : $ref;
  for (const [start, name] of names) {
    if (pointer === start || pointer.startsWith(`${start}/`))
      return { $ref: PLACE + name + pointer.slice(start.length), ...kept };
  }
  return { $ref, ...kept };
}
