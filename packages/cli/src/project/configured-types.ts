import { type ConfigShape, keyOf } from '../edit/config-shape.ts';
import type { AnyNode, Node } from '../edit/syntax.ts';
import type { References } from './type-references.ts';

/** The objects of `dependencies` in order: a later one overrides the same id in earlier ones. */
const SERVICE_OBJECTS = ['services', 'invokables', 'factories', 'aliases'] as const;
/** The types of literals. */
const LITERALS: Readonly<Record<string, string>> = {
  StringLiteral: 'string',
  TemplateLiteral: 'string',
  NumericLiteral: 'number',
  BooleanLiteral: 'boolean',
};

/** The types of the services that configuration files register, as far as they are visible in the text. */
export class ConfiguredTypes {
  /** Undefined for a service whose type isn't known. */
  readonly #found = new Map(SERVICE_OBJECTS.map((map) => [map, new Map<string, string | undefined>()]));
  /** The target of each alias. */
  readonly #aliases = new Map<string, string>();
  readonly #delegated = new Set<string>();

  /**
   * Adds the services of a file, overriding earlier ones.
   *
   * @throws NotUnderstoodError when an object of services isn't literal
   */
  add(shape: ConfigShape, references: References): void {
    for (const map of SERVICE_OBJECTS) {
      for (const [id, value] of valuesIn(shape, map)) {
        this.#found.get(map)?.set(id, value && this.#typeIn(map, value, references));
        if (map !== 'aliases') continue;
        if (value?.type === 'StringLiteral') this.#aliases.set(id, String((value as AnyNode).value));
        else this.#aliases.delete(id);
      }
    }
    // A delegator may return another type.
    for (const [id] of valuesIn(shape, 'delegators')) this.#delegated.add(id);
  }

  /** The known types by the ids of their services. */
  all(): Map<string, string> {
    const all = new Map<string, string>();
    for (const map of SERVICE_OBJECTS) {
      for (const [id, type] of this.#found.get(map) ?? []) {
        if (type === undefined || this.#delegated.has(id)) all.delete(id);
        else all.set(id, type);
      }
    }
    for (const alias of this.#aliases.keys()) {
      const type = this.#delegated.has(alias) ? undefined : all.get(this.#behind(alias));
      if (type !== undefined) all.set(alias, type);
    }
    return all;
  }

  /** The id that a chain of aliases resolves to; in a circle, one of them. */
  #behind(alias: string): string {
    const seen = new Set<string>();
    let id = alias;
    for (
      let next = this.#aliases.get(id);
      next !== undefined && !seen.has(id);
      next = this.#aliases.get(id)
    ) {
      seen.add(id);
      id = next;
    }
    return id;
  }

  #typeIn(map: (typeof SERVICE_OBJECTS)[number], value: Node, references: References): string | undefined {
    const reference = references.of(value);
    switch (map) {
      case 'services':
        return LITERALS[value.type] ?? (reference && `typeof ${reference}`) ?? references.ofInstance(value);
      case 'factories':
        return reference === undefined ? references.ofResult(value) : `MadeBy<typeof ${reference}>`;
      default:
        return reference && `InstanceType<typeof ${reference}>`;
    }
  }
}

/** The values in an object of `dependencies` by their ids; undefined for a method. */
function valuesIn(shape: ConfigShape, map: string): [string, Node | undefined][] {
  const found = shape.find(['dependencies', map]);
  if (found.kind !== 'map') return [];
  return found.node.properties.flatMap((property): [string, Node | undefined][] => {
    if (property.type === 'SpreadElement' || property.computed) return [];
    const id = keyOf(property);
    if (id === undefined) return [];
    return [[id, property.type === 'ObjectProperty' ? property.value : undefined]];
  });
}

/** The types of top-level keys of the configuration, as far as they are visible in the text of its files. */
export class ConfigKeyTypes {
  /** The types that files give to each key; undefined for a type that isn't known. */
  readonly #found = new Map<string, Set<string | undefined>>();

  /** Adds the keys of a file. */
  add({ root }: ConfigShape, references: References): void {
    for (const property of root.properties) {
      const key = property.type === 'SpreadElement' || property.computed ? undefined : keyOf(property);
      if (key === undefined) continue;
      const value = property.type === 'ObjectProperty' ? property.value : undefined;
      const type = value && (LITERALS[value.type] ?? references.ofSatisfied(value));
      this.#found.set(key, (this.#found.get(key) ?? new Set()).add(type));
    }
  }

  /** The type of a key: `unknown` if it isn't known, or if files disagree. */
  of(key: string): string {
    const [type, ...others] = this.#found.get(key) ?? [];
    return others.length === 0 ? (type ?? 'unknown') : 'unknown';
  }
}
