import type { StandardSchemaV1 } from '@standard-schema/spec';

/** The path of an issue as a JSON pointer (RFC 6901); "" for the whole. */
export function pointerOf(path: StandardSchemaV1.Issue['path'] = []): string {
  let pointer = '';
  // Not `map`, which some libraries have made their own of.
  for (const step of path) pointer += `/${escapeStep(typeof step === 'object' ? step.key : step)}`;
  return pointer;
}

function escapeStep(key: PropertyKey): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
