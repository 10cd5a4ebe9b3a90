import { type ConfigShape, keyOf } from '../edit/config-shape.ts';
import { LITERALS } from './configured-types.ts';
import type { References } from './type-references.ts';

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
