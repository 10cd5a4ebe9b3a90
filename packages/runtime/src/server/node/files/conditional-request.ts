import type { ServerRequest } from '../../../kernel/http/server-request.ts';

/** The parts of a request that select a file or a part of it. */
export type FileRequest = Pick<ServerRequest, 'method' | 'header'>;

/** The validators of a file. */
export interface CacheValidators {
  /** Weak (RFC 9110 8.8.3.2), so it never satisfies `If-Match` and `If-Range`. */
  readonly etag: `W/"${string}"`;
  /** In milliseconds, whole seconds, because HTTP has no shorter time. */
  readonly modified: number;
}

/** The bytes to send, or the status of a response without a body. */
export type Selection =
  | { readonly status: 200 | 206; readonly start: number; readonly length: number }
  | { readonly status: 304 | 412 | 416 };

/**
 * Evaluates the conditions and the range of a request for a file, in the order of RFC 9110 13.2.2. Only GET and HEAD have
 * conditions, and only GET has a range. Several ranges are ignored (RFC 9110 14.2 allows that), as an invalid one is.
 *
 * @param size of the file in bytes
 */
export function select(request: FileRequest, file: CacheValidators, size: number): Selection {
  const whole = { status: 200, start: 0, length: size } as const;
  if (request.method !== 'GET' && request.method !== 'HEAD') return whole;
  const failed = failedCondition(request, file);
  if (failed !== undefined) return { status: failed };
  const range = request.method === 'GET' ? request.header('range') : undefined;
  const ifRange = request.header('if-range');
  // The range completes a part of this very version (RFC 9110 13.1.5).
  const isCurrent = ifRange === undefined || dateOf(ifRange) === file.modified;
  if (range === undefined || !isCurrent) return whole;
  return selectRange(range, size) ?? whole;
}

function failedCondition(request: FileRequest, { etag, modified }: CacheValidators): 304 | 412 | undefined {
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*') return 412;
  } else if (modified > dateOf(request.header('if-unmodified-since'))) return 412;
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, etag) ? 304 : undefined;
  return modified <= dateOf(request.header('if-modified-since')) ? 304 : undefined;
}

/** Whether a list of ETags contains one, strong or weak, or is "*". */
function names(list: string, etag: string): boolean {
  const tags = list.match(/"[^"]*"/g) ?? [];
  return list.trim() === '*' || tags.some((tag) => `W/${tag}` === etag);
}

// The current format of dates, and the two obsolete formats (RFC 9110 5.6.7).
const DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT|\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT|\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** NaN when there is no date, so that every comparison is false. */
function dateOf(text: string | undefined): number {
  if (text === undefined || !DATE.test(text)) return Number.NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** Undefined when the range is ignored. */
function selectRange(header: string, size: number): Selection | undefined {
  const set = /^bytes=(.*)$/i.exec(header)?.[1]?.split(',');
  const specs = set?.map((spec) => spec.trim()).filter((spec) => spec !== '');
  const range = specs?.length === 1 ? /^(\d*)-(\d*)$/.exec(specs[0] as string) : null;
  if (range === null || range[0] === '-') return undefined;
  const [first, last] = [range[1] as string, range[2] as string];
  if (first === '') return selectSuffix(Number(last), size);
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return undefined;
  if (start >= size) return { status: 416 };
  return { status: 206, start, length: Math.min(end, size - 1) - start + 1 };
}

function selectSuffix(length: number, size: number): Selection | undefined {
  if (length === 0) return { status: 416 };
  // No Content-Range describes a part of an empty file.
  if (size === 0) return undefined;
  const start = Math.max(0, size - length);
  return { status: 206, start, length: size - start };
}
