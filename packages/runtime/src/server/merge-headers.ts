import type { ServerResponse } from 'node:http';

/**
 * Sets headers on a response that may have some already. One of the same name is replaced, but cookies are added, and so is
 * what `Vary` lists.
 *
 * @param lines name, value, name, value, …
 */
export function mergeHeaders(outgoing: ServerResponse, lines: readonly string[]): void {
  const set = new Set<string>();
  for (let index = 0; index < lines.length; index += 2) {
    const [name, value] = [lines[index] as string, lines[index + 1] as string];
    const key = name.toLowerCase();
    if (key === 'vary') outgoing.setHeader(name, withVary(outgoing.getHeader(name), value));
    else if (key === 'set-cookie' || set.has(key)) outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
    set.add(key);
  }
  // That of another body.
  if (!set.has('content-length')) outgoing.removeHeader('content-length');
}

function withVary(before: number | string | readonly string[] | undefined, value: string): string {
  const listed = before === undefined ? [] : String(before).split(',');
  const fields = [...listed, ...value.split(',')]
    .map((field) => field.trim())
    .filter((field) => field !== '');
  return [...new Map(fields.map((field) => [field.toLowerCase(), field])).values()].join(', ');
}
