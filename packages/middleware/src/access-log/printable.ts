// Control characters, also those of terminals, and what some readers take for the end of a line.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** What a client sent, as one line: whatever reads the log cannot take it for another line, or for a command. */
export function printable(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return String(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
