import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { FwError } from '../../errors/fw-error.ts';
import type { FinalizedResponse } from '../../http/response-body.ts';
import type { HeaderList } from '../../http/header-list.ts';
import { isLeftoverTooLong } from '../reading/incoming-body.ts';
import { mergeHeaders } from './merge-headers.ts';

// In bytes. With more, nghttp2 ends the whole connection with all its requests.
const MOST_HEADERS = 64_000;
// In bytes: what a header may take in addition to its name and value.
const LINE_OVERHEAD = 12;

/**
 * Writes status and headers.
 *
 * @param leftover whether the client may still be sending a body
 * @param joined whether other handlers may have set headers already, or wait for them
 */
export function writeHead(
  outgoing: ServerResponse,
  response: FinalizedResponse,
  leftover: boolean,
  joined = false,
): void {
  const { status, headers } = response;
  // HTTP/2 has no status text, and no response closes its connection.
  if (outgoing.req.httpVersionMajor >= 2) {
    const named = byName(headers.lines);
    if (joined) mergeHeaders(outgoing, linesOf(named));
    outgoing.writeHead(status, joined ? undefined : named);
    return;
  }
  if (headers.closesConnection || (leftover && isLeftoverTooLong(outgoing.req))) {
    outgoing.shouldKeepAlive = false;
  }
  const statusText = response.statusText ?? STATUS_CODES[status] ?? '';
  let { lines } = headers;
  if (status === 426) lines = withConnection(headers, outgoing.shouldKeepAlive);
  if (joined) {
    // Middleware that waits for the headers knows those that are set better than those that are written.
    mergeHeaders(outgoing, lines);
    outgoing.writeHead(status, statusText);
  } else outgoing.writeHead(status, statusText, lines as string[]);
}

/** RFC 9110 7.8: the `Upgrade` of a 426 stands only beside a `Connection` that names it. */
function withConnection(headers: HeaderList, keepAlive: boolean): readonly string[] {
  if (!headers.has('upgrade')) return headers.lines;
  return headers.withAdded('Connection', keepAlive ? 'Upgrade' : 'Upgrade, close').lines;
}

function linesOf(named: OutgoingHttpHeaders): string[] {
  return Object.entries(named).flatMap(([name, value]) =>
    [value].flat().flatMap((item) => [name, String(item)]),
  );
}

// Repeated headers are joined, because over HTTP/2 Node throws when one that has a single value is repeated.
function byName(lines: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = Object.create(null) as {};
  let size = 0;
  for (let index = 0; index < lines.length; index += 2) {
    const name = (lines[index] as string).toLowerCase();
    // Of a 426; HTTP/2 has none (RFC 9113 8.6).
    if (name === 'upgrade') continue;
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
