// The package has no types. The reference is explicit, because tests compile this file alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./mime.d.ts" />
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { HttpResponse } from '../../../kernel/http/http-response.ts';
import { type FileRequest, select } from './conditional-request.ts';

/**
 * A response with a file: type, ETag, Last-Modified, conditions and a range (see conditional-request.ts). The file is opened when
 * the response is sent, so that a response that is never sent leaves no file open.
 *
 * @param file its real path
 * @param name the path whose extension determines the type; differs from `file` for a compressed file
 * @returns undefined when there is no file: opening anything else, such as a named pipe, may never return
 */
export async function sendFile(
  request: FileRequest,
  file: string,
  name: string = file,
): Promise<HttpResponse | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const { size, mtimeMs } = found;
  const modified = Math.floor(mtimeMs / 1000) * 1000;
  // Weak, because a file may change twice within the precision of the file system's clock.
  const etag = `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"` as const;
  const selection = select(request, { etag, modified }, size);
  const { status } = selection;
  const validators = { ETag: etag, 'Last-Modified': new Date(modified).toUTCString() };
  if (!('start' in selection)) {
    return new HttpResponse(null, status, {
      ...(status === 304 && validators),
      ...(status === 416 && { 'Content-Range': `bytes */${size}` }),
    });
  }
  const { start, length } = selection;
  const body = length === 0 || request.method === 'HEAD' ? null : partOf(file, start, length);
  return new HttpResponse(body, status, {
    'Content-Type': await typeOf(name),
    'Content-Length': String(length),
    'Accept-Ranges': 'bytes',
    ...validators,
    ...(status === 206 && { 'Content-Range': `bytes ${start}-${start + length - 1}/${size}` }),
  });
}

/** The Content-Type of a file by its name. */
async function typeOf(name: string): Promise<string> {
  // The package has the type that RFC 9239 made obsolete.
  if (/\.m?js$/i.test(name)) return 'text/javascript; charset=utf-8';
  const { default: mime } = await import('mime');
  const type = mime.getType(name) ?? 'application/octet-stream';
  return /^(?:text\/|application\/json$)/.test(type) ? `${type}; charset=utf-8` : type;
}

/** The path without links; undefined when it doesn't exist. */
export function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

async function* partOf(file: string, start: number, length: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { start, end: start + length - 1 }) as AsyncIterable<Uint8Array>;
}
