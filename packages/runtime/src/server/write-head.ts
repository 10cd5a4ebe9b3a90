import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { FwError } from '../error/fw-error.ts';
import type { Emission } from '../message/emission.ts';
import { isLeftoverTooLong } from './incoming-body.ts';

// In bytes. With more, nghttp2 gives up the whole connection and the requests of others on it.
const MOST_HEADERS = 64_000;
// What a line may take beside its name and value.
const LINE_OVERHEAD = 12;

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
  let size = 0;
  for (let index = 0; index < lines.length; index += 2) {
    const name = (lines[index] as string).toLowerCase();
    const value = lines[index + 1] as string;
    size += name.length + value.length + LINE_OVERHEAD;
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === 'set-cookie') headers[name] = [before, value].flat();
    else headers[name] = `${before as string}, ${value}`;
  }
  if (size > MOST_HEADERS) {
    throw new FwError(
      'FW_HEADERS_TOO_LARGE',
      `The headers of a response take ${size} bytes, and HTTP/2 can send ${MOST_HEADERS}; send less of them.`,
    );
  }
  return headers;
}
