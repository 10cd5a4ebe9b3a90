import type { SecurityScheme } from '../../kernel/pipeline/security.ts';
import type { JsonSchema } from '../../kernel/pipeline/middleware-contract.ts';
import { isEqual, isJsonObject, mapSchemas } from '../contract/json-schema.ts';
import type { OpenApiDocument, OpenApiReference, OpenApiResponse } from './document.ts';

/** The components of a document, which its operations share. */
export class Components {
  readonly schemas: SharedSchemas = new SharedSchemas();
  readonly #responses = new Map<string, OpenApiResponse>();
  readonly #securitySchemes = new Map<string, SecurityScheme>();

  addResponse(name: string, response: OpenApiResponse): OpenApiReference {
    this.#responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** @returns the name of the scheme in the document: its own, with a number when another scheme has the name */
  addSecurityScheme(name: string, scheme: SecurityScheme): string {
    const base = name.replaceAll(/[^\w.-]+/g, '_');
    const free = freeName(base, (each) => !isEqual(this.#securitySchemes.get(each) ?? scheme, scheme));
    this.#securitySchemes.set(free, scheme);
    return free;
  }

  /** The components as plain data; undefined without components. */
  toData(): OpenApiDocument['components'] {
    const maps = {
      schemas: this.schemas.byName,
      responses: this.#responses,
      securitySchemes: this.#securitySchemes,
    };
    const filled = Object.entries(maps).filter(([, { size }]) => size > 0);
    if (filled.length === 0) return undefined;
    return Object.fromEntries(filled.map(([name, map]) => [name, Object.fromEntries<unknown>(map)]));
  }
}

const PLACE = '#/components/schemas/';
/** A reference to a schema, or into it, but not to its definitions. */
const REFERENCE_TO_ROOT = /^#(?!\/(?:\$defs|definitions)\/)/;

/** The named schemas of a document. */
export class SharedSchemas {
  readonly #schemas = new Map<string, JsonSchema>();
  /** By name, the sources of the schemas. */
  readonly #sources = new Map<string, unknown>();

  /** Adds a schema of a contract. Its local references get names in the document, so that they resolve there. */
  add(source: JsonSchema): JsonSchema {
    const { $defs, definitions, ...root } = source;
    const named = new Map<string, { readonly wanted: unknown; readonly schema: JsonSchema }>();
    for (const [keyword, schemas] of Object.entries({ $defs, definitions })) {
      for (const [key, schema] of Object.entries(isJsonObject(schemas) ? schemas : {})) {
        const pointer = `#/${keyword}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        named.set(pointer, { wanted: key, schema: schema as JsonSchema });
      }
    }
    let isNamed = typeof root['id'] === 'string';
    mapSchemas(source, (each) => {
      isNamed ||= REFERENCE_TO_ROOT.test(String(each['$ref']));
      return each;
    });
    // Last, because every pointer begins with the pointer of the root.
    if (isNamed) named.set('#', { wanted: root['title'], schema: root });
    const schemas = new Map([...named].map(([pointer, { schema }]) => [pointer, schema]));
    const names = new Map<string, string>();
    const added: [name: string, schema: JsonSchema][] = [];
    for (const [pointer, { wanted, schema }] of named) {
      const { name, isNew } = this.#nameFor(schema['id'] ?? wanted, identify(schema, schemas));
      names.set(pointer, name);
      if (isNew) added.push([name, schema]);
    }
    const move = (schema: JsonSchema): JsonSchema => mapSchemas(schema, (each) => inDocument(each, names));
    for (const [name, schema] of added) this.#schemas.set(name, move(schema));
    return isNamed ? { $ref: PLACE + names.get('#') } : move(root);
  }

  /** @param wanted its name; with a number when another schema has the name */
  addNamed(wanted: string, schema: JsonSchema): OpenApiReference {
    const { name } = this.#nameFor(wanted, [schema]);
    this.#schemas.set(name, schema);
    return { $ref: PLACE + name };
  }

  /** The target of a reference; any other schema as it is. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const found = typeof $ref === 'string' ? this.#schemas.get($ref.slice(PLACE.length)) : undefined;
    return found ?? schema;
  }

  /** The schemas by name. */
  get byName(): ReadonlyMap<string, JsonSchema> {
    return this.#schemas;
  }

  /** @param identity equal identities share one name */
  #nameFor(wanted: unknown, identity: unknown): { readonly name: string; readonly isNew: boolean } {
    const words = String(wanted).replaceAll(/[^\w.-]+/g, '_');
    // Libraries use numbers for schemas without a name.
    const base = wanted !== undefined && /^[A-Za-z]/.test(words) ? words : 'Schema';
    const isOther = (each: string): boolean =>
      this.#sources.has(each) && !isEqual(this.#sources.get(each), identity);
    const name = freeName(base, isOther);
    const isNew = !this.#sources.has(name);
    this.#sources.set(name, identity);
    return { name, isNew };
  }
}

/** A name, with a number when it is taken. */
export function freeName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let count = 2; isTaken(name); count++) name = `${base}${count}`;
  return name;
}

/** A schema with its reference in the document, and without keywords of its library. */
function inDocument(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const { $schema: _, ...rest } = schema;
  const { id, $ref, ...others } = rest;
  const kept = typeof id === 'string' ? others : { ...others, ...(id !== undefined && { id }) };
  if (typeof $ref !== 'string') return kept;
  const target = targetOf($ref, names);
  return { $ref: target === undefined ? $ref : PLACE + target.value + target.rest, ...kept };
}

/** A schema and the schemas that it refers to, without their names in the contract, so that equal schemas share one name. */
function identify(schema: JsonSchema, named: ReadonlyMap<string, JsonSchema>): readonly JsonSchema[] {
  const reached = [schema];
  const withoutNames = (each: JsonSchema): JsonSchema => {
    const target = typeof each['$ref'] === 'string' ? targetOf(each['$ref'], named) : undefined;
    if (target === undefined) return each;
    if (!reached.includes(target.value)) reached.push(target.value);
    return { ...each, $ref: `${reached.indexOf(target.value)}${target.rest}` };
  };
  const identity: JsonSchema[] = [];
  // The loop also visits schemas that it adds.
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
