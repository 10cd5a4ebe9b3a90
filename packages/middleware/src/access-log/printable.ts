// Control characters, including terminal escapes, and characters that some readers treat as line breaks.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** A client's value on one line, so that log readers can't mistake it for another line or a command. */
export function printable(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
