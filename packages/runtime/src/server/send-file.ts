import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { send } from '@fastify/send';
import { HttpResponse } from '../message/http-response.ts';

const OPTIONS = { cacheControl: false, dotfiles: 'allow', index: false } as const;
const CONDITIONS = ['cache-control', 'if-match', 'if-modified-since', 'if-none-match', 'if-unmodified-since'];
const RANGE = ['range', 'if-range'];

/** What of a request counts for a file. */
export interface FileRequest {
  readonly method: string;
  header(name: string): string | undefined;
}

/**
 * A response with a file: type, ETag, Last-Modified, and for GET and HEAD conditions, for GET a single range. The file is
 * opened when the response is sent, so that one which is never sent leaves nothing open.
 *
 * @param file its real path
 * @returns undefined when it cannot be read
 */
export async function sendFile(request: FileRequest, file: string): Promise<HttpResponse | undefined> {
  const { statusCode, type, headers } = await describeFile(file, headersOf(request));
  // 412 and 416 are responses too.
  if (type !== 'file') {
    return statusCode === 412 || statusCode === 416
      ? new HttpResponse(null, statusCode, rangeOf(headers))
      : undefined;
  }
  const length = Number(headers['Content-Length'] ?? 0);
  const body = length === 0 || request.method === 'HEAD' ? null : partOf(file, startOf(headers), length);
  return new HttpResponse(body, statusCode, headers);
}

/** The Content-Type of a file by its name; undefined when it cannot be read. */
export async function typeOfFile(file: string): Promise<string | undefined> {
  return (await describeFile(file, {})).headers['Content-Type'];
}

/** What `@fastify/send` says of a file. Of HEAD, because it would open the file at once for GET. */
async function describeFile(
  file: string,
  headers: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof send> {
  const { send: describe } = await import('@fastify/send');
  // The parts of a Node request that it reads.
  const request = { method: 'HEAD', headers } as unknown as Readable;
  return describe(request, file.replaceAll('%', '%25'), OPTIONS);
}

/** Those that count for a file. Only GET has ranges (RFC 9110 14.2). */
function headersOf(request: FileRequest): Record<string, string | undefined> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return {};
  const names = method === 'GET' ? [...CONDITIONS, ...RANGE] : CONDITIONS;
  const lines = names.map((name) => [name, request.header(name)] as const);
  return Object.fromEntries(lines.filter(([, value]) => value !== undefined));
}

async function* partOf(file: string, start: number, length: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { start, end: start + length - 1 }) as AsyncIterable<Uint8Array>;
}

function startOf(headers: Readonly<Record<string, string>>): number {
  return Number(/^bytes (\d+)-/.exec(headers['Content-Range'] ?? '')?.[1] ?? 0);
}

function rangeOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const range = headers['Content-Range'];
  return range === undefined ? {} : { 'Content-Range': range };
}
