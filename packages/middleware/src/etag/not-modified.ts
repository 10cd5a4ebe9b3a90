import type { HttpResponse, ServerRequest } from 'fw-runtime';

const ETAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g;

// Headers that describe the missing body (RFC 9110 15.4.5). Vary, Cache-Control, Expires, ETag and unrelated headers
// stay.
const OF_THE_BODY = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-disposition',
  'accept-ranges',
] as const;

/**
 * Whether the client already has a response (RFC 9110 13.2.2). If-None-Match takes precedence over If-Modified-Since.
 */
export function isNotModified(request: ServerRequest, response: HttpResponse): boolean {
  const known = request.header('if-none-match');
  if (known !== undefined) return known.trim() === '*' || names(known, response.header('etag'));
  const since = dateOf(request.header('if-modified-since'));
  const changed = dateOf(response.header('last-modified'));
  return since !== undefined && changed !== undefined && changed <= since;
}

// The weak comparison, which treats W/"a" and "a" as equal (RFC 9110 8.8.3.2).
function names(known: string, etag: string | undefined): boolean {
  const opaque = etag?.replace(/^W\//, '');
  return opaque !== undefined && (known.match(ETAGS)?.includes(opaque) ?? false);
}

function dateOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Replaces a response with 304, and cancels its stream. */
export function notModified(response: HttpResponse): HttpResponse {
  const { content } = response.body;
  if (content instanceof ReadableStream) content.cancel().catch(() => {});
  let unchanged = response.withBody(null).withStatus(304);
  for (const name of OF_THE_BODY) unchanged = unchanged.withoutHeader(name);
  // Last-Modified is only needed without an ETag.
  return unchanged.header('etag') === undefined ? unchanged : unchanged.withoutHeader('last-modified');
}
