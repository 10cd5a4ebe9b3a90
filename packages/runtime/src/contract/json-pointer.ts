import type { StandardSchemaV1 } from '@standard-schema/spec';

/** The path of an issue as a JSON pointer (RFC 6901); "" for the whole. */
export function pointerOf({ path = [] }: StandardSchemaV1.Issue): string {
  return path.map((step) => `/${escapeStep(typeof step === 'object' ? step.key : step)}`).join('');
}

function escapeStep(key: PropertyKey): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
