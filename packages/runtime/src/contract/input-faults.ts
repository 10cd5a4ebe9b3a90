import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { InputFault, InputPlace } from './invalid-input-error.ts';
import { cut, pointerOf } from './json-pointer.ts';

const MOST_FAULTS = 50;
/** In bytes, of all pointers and details together once they are escaped. */
const MOST_BYTES = 12_000;

/**
 * What a request has wrong, for its client. Clients can cause any number of issues, with texts of any length, so that only the
 * first are told and the others counted.
 */
export class InputFaults {
  readonly told: InputFault[] = [];
  /** How many are not told. */
  more = 0;
  #bytes = 0;

  add(issues: readonly StandardSchemaV1.Issue[], place: InputPlace): void {
    for (const issue of issues) {
      const keys = unrecognizedKeys(issue);
      if (keys.length === 0) this.#add(issue, place);
      for (const key of keys) this.#add(issue, place, key, keys.length > 1);
    }
  }

  /** @param isOneOfSeveral whether the message of the issue may name other keys, too */
  #add(issue: StandardSchemaV1.Issue, place: InputPlace, key?: PropertyKey, isOneOfSeveral = false): void {
    // The message is not read before, because arktype makes it when it is.
    if (this.more === 0 && this.told.length < MOST_FAULTS) {
      const { message, path = [] } = issue;
      const pointer = pointerOf(key === undefined ? path : [...path, key]);
      const own = `"${String(key)}"`;
      const detail = cut(isOneOfSeveral && message.includes(own) ? `Unrecognized key: ${own}` : `${message}`);
      this.#bytes += bytesOf(pointer) + bytesOf(detail);
      if (this.#bytes <= MOST_BYTES) {
        this.told.push({ pointer, in: place, detail });
        return;
      }
    }
    this.more++;
  }
}

/** The keys that an object may not have, which zod tells in one issue of the object. */
function unrecognizedKeys(issue: StandardSchemaV1.Issue): readonly PropertyKey[] {
  const { code, keys } = issue as { readonly code?: unknown; readonly keys?: unknown };
  return code === 'unrecognized_keys' && Array.isArray(keys) ? keys : [];
}

/** At most, in JSON or HTML. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes += code < 32 || `"&'<>\\`.includes(text.charAt(index)) ? 6 : code > 126 ? 3 : 1;
  }
  return bytes;
}
