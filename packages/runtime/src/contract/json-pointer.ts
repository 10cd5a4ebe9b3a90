import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Longer strings are cut, because a client chooses much of a pointer or a message. */
const MOST_CHARACTERS = 200;

/** The path of an issue as a JSON pointer (RFC 6901), cut when it is long; "" for the whole. */
export function pointerOf(path: StandardSchemaV1.Issue['path'] = []): string {
  let pointer = '';
  // Not `map`, which some libraries have made their own of.
  for (const step of path) {
    if (pointer.length > MOST_CHARACTERS) break;
    pointer += `/${escapeStep(typeof step === 'object' ? step.key : step)}`;
  }
  return cut(pointer);
}

/** A text that is not longer than clients need; well-formed, so that its size does not depend on escapes. */
export function cut(text: string): string {
  return (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text).toWellFormed();
}

function escapeStep(key: PropertyKey): string {
  return String(key)
    .slice(0, MOST_CHARACTERS + 1)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
}
