import { safely } from '../errors/describe.ts';
import { isForClient, isHttpError, statusOf } from '../errors/http-error.ts';
import { HeaderList, joinVary } from '../http/header-list.ts';
import { HttpResponse } from '../http/http-response.ts';

/** The formats of an error response. */
export type ProblemFormat = 'json' | 'html' | 'text';

// The formats that a range without a type includes, the preferred one first.
const UNNAMED: ReadonlyMap<string, readonly ProblemFormat[]> = new Map([
  ['application/*', ['json']],
  ['text/*', ['text', 'html']],
  ['*/*', ['text', 'html', 'json']],
]);

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The format that a client prefers (rule E1): the first one with the highest quality in `Accept`. With the same quality, the
 * more specific range takes precedence: `text/html`, then `text/*`, then any type.
 *
 * @param usual for a client that accepts anything, or none of the formats
 */
export function problemFormat(accept: string | undefined, usual: ProblemFormat = 'text'): ProblemFormat {
  if (accept === undefined || accept === '*/*') return usual;
  const ranges = accept.split(',').map(rangeOf);
  const rejected = new Set(ranges.filter(({ quality }) => quality === 0).map(({ type }) => formatOf(type)));
  let best = usual;
  let bestQuality = 0;
  let bestRank = 0;
  for (const { type, quality } of ranges) {
    const unnamed = type === '*/*' && !rejected.has(usual) ? usual : undefined;
    const format = formatOf(type) ?? unnamed ?? UNNAMED.get(type)?.find((one) => !rejected.has(one));
    if (format === undefined || quality === 0) continue;
    const rank = rankOf(type);
    if (quality < bestQuality || (quality === bestQuality && rank <= bestRank)) continue;
    best = format;
    bestQuality = quality;
    bestRank = rank;
  }
  return best;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return { type, quality: qualityOf(parameters) };
}

function formatOf(type: string): ProblemFormat | undefined {
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return type === 'text/plain' ? 'text' : undefined;
}

/** The specificity of a media range: 3 for a type, 2 for `text/*`, 1 for any type. */
function rankOf(type: string): number {
  if (type === '*/*') return 1;
  return type.endsWith('/*') ? 2 : 3;
}

/** The quality from 0 to 1 (RFC 9110 12.4.2); 1 if it is absent or malformed. */
function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined || !/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(quality)) return 1;
  return Math.min(Number(quality), 1);
}

const COMMON = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept'] as const;
const NO_OTHERS: Readonly<Record<string, string>> = {};
const HEADERS: Readonly<Record<ProblemFormat, HeaderList>> = {
  json: HeaderList.of('Content-Type', 'application/problem+json', ...COMMON),
  html: HeaderList.of(
    'Content-Type',
    'text/html; charset=utf-8',
    ...COMMON,
    'Content-Security-Policy',
    "default-src 'none'",
  ),
  text: HeaderList.of('Content-Type', 'text/plain; charset=utf-8', ...COMMON),
};

/**
 * A response with the headers of an error that was created for the client. The error can't change the headers of the format.
 *
 * @param headers added to the headers of the format, or in their place
 */
export function problemResponse(
  error: unknown,
  status: number,
  format: ProblemFormat,
  body: string,
  headers: Readonly<Record<string, string>> = NO_OTHERS,
): HttpResponse {
  let own = HEADERS[format];
  for (const name in headers) own = own.with(name, headers[name] as string);
  const response = new HttpResponse(body, status, own);
  return error === undefined ? response : withHeaders(response, error);
}

/**
 * A renderer's response to an error, with the headers of the error, such as `Allow` and `Retry-After`, that the renderer has not
 * set itself. A response with another status than the error stays as it is.
 */
export function withHeadersOf(error: unknown, response: HttpResponse): HttpResponse {
  return response.status === statusOf(error) ? withHeaders(response, error) : response;
}

function withHeaders(response: HttpResponse, error: unknown): HttpResponse {
  const { status } = response;
  if (!isHttpError(error) && (status >= 500 || !isForClient(error))) return response;
  const fields = safely(
    () => Object.entries((error as { headers?: Record<string, string> }).headers ?? {}),
    [],
  );
  let { headerList } = response;
  for (const [name, value] of fields) {
    try {
      if (name.toLowerCase() === 'vary') headerList = withVary(headerList, value);
      else if (!response.headerList.has(name)) headerList = headerList.with(name, value);
    } catch {
      // A malformed header is omitted; the client gets the rest of the response.
    }
  }
  return headerList === response.headerList ? response : response.withHeaders(headerList);
}

// These headers describe the body, which is replaced.
const OF_THE_BODY = /^(?:content-.*|etag|last-modified|cache-control|expires|accept-ranges)$/i;

/** An error response with the headers that middleware has set on the response in its place, without those of the body. */
export function keepHeaders(rendered: HttpResponse, replaced: HttpResponse): HttpResponse {
  if (replaced.headerList.lines.length === 0) return rendered;
  const kept = replaced.headerList.filter((name) => !OF_THE_BODY.test(name));
  const headers = rendered.headerList.withDefaults(kept);
  const vary = kept.get('vary');
  return rendered.withHeaders(vary === undefined ? headers : withVary(headers, vary));
}

/** Adds fields to the `Vary` header. */
function withVary(headers: HeaderList, fields: string): HeaderList {
  return headers.with('Vary', joinVary(headers.get('vary'), fields));
}
