import type { ServerResponse } from 'node:http';
import { joinVary } from '../../http/header-list.ts';

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
    if (key === 'vary') outgoing.setHeader(name, joinVary(outgoing.getHeader(name)?.toString(), value));
    else if (key === 'set-cookie' || set.has(key)) outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
    set.add(key);
  }
  // That of another body.
  if (!set.has('content-length')) outgoing.removeHeader('content-length');
}

/**
 * Sets the headers that `writeHead` was given: a map, pairs, or name, value, name, value, …; they replace those that are set.
 */
export function setGivenHeaders(outgoing: ServerResponse, headers: unknown): void {
  const pairs = pairsOf(headers);
  for (const [name] of pairs) outgoing.removeHeader(name);
  for (const [name, value] of pairs) {
    for (const item of [value].flat()) outgoing.appendHeader(name, String(item));
  }
}

function pairsOf(headers: unknown): [string, unknown][] {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as object);
  if (Array.isArray(headers[0])) return headers as [string, unknown][];
  const names = headers.filter((_, index) => index % 2 === 0) as string[];
  return names.map((name, index) => [name, headers[index * 2 + 1]]);
}
