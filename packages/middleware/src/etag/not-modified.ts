import type { HttpResponse, ServerRequest } from 'fw-runtime';

const ETAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g;

// What describes a body that is not sent (RFC 9110 15.4.5). Vary, Cache-Control, Expires, ETag and what is not about the body stay.
const OF_THE_BODY = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-disposition',
  'accept-ranges',
] as const;

/** Whether the client has what a response holds (RFC 9110 13.2.2): If-None-Match counts, and only without it If-Modified-Since. */
export function isNotModified(request: ServerRequest, response: HttpResponse): boolean {
  const known = request.header('if-none-match');
  if (known !== undefined) return known.trim() === '*' || names(known, response.header('etag'));
  const since = dateOf(request.header('if-modified-since'));
  const changed = dateOf(response.header('last-modified'));
  return since !== undefined && changed !== undefined && changed <= since;
}

// The weak comparison, for which W/"a" and "a" are one (RFC 9110 8.8.3.2).
function names(known: string, etag: string | undefined): boolean {
  const opaque = etag?.replace(/^W\//, '');
  return opaque !== undefined && (known.match(ETAGS)?.includes(opaque) ?? false);
}

function dateOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** 304 in place of a response; its stream is cancelled. */
export function notModified(response: HttpResponse): HttpResponse {
  const { content } = response.body;
  if (content instanceof ReadableStream) content.cancel().catch(() => {});
  let answer = response.withBody(null).withStatus(304);
  for (const name of OF_THE_BODY) answer = answer.withoutHeader(name);
  // It is needed only where nothing better names the content.
  return answer.header('etag') === undefined ? answer : answer.withoutHeader('last-modified');
}
