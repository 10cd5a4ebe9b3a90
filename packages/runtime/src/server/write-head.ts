import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Emission } from '../message/emission.ts';
import { isLeftoverTooLong } from './incoming-body.ts';

/**
 * Writes status and headers.
 *
 * @param leftover whether the client may still be sending a body that nobody reads
 */
export function writeHead(outgoing: ServerResponse, emission: Emission, leftover: boolean): void {
  const { status, statusText, headers } = emission;
  // HTTP/2 has no status text, and its connection serves other requests too.
  if (outgoing.req.httpVersionMajor >= 2) {
    outgoing.writeHead(status, byName(headers.lines));
    return;
  }
  if (headers.closesConnection || (leftover && isLeftoverTooLong(outgoing.req))) {
    outgoing.shouldKeepAlive = false;
  }
  outgoing.writeHead(status, statusText, headers.lines as string[]);
}

// Node throws over HTTP/2 for a second line of a header that it knows to have a single value.
function byName(lines: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = Object.create(null) as {};
  for (let index = 0; index < lines.length; index += 2) {
    const name = (lines[index] as string).toLowerCase();
    const value = lines[index + 1] as string;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === 'set-cookie') headers[name] = [before, value].flat();
    else headers[name] = `${before as string}, ${value}`;
  }
  return headers;
}
