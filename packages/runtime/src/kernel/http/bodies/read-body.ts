import { FwError } from '../../errors/coded-errors.ts';
import { HttpError, PayloadTooLargeError } from '../../errors/http-error.ts';

/** In bytes; the default of `config.server.body_limit`. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

/** How many fields a form or a query may have; the default of `config.server.field_limit`. */
export const DEFAULT_FIELD_LIMIT = 1000;

export type BodyType = 'bytes' | 'text';

/** Converts the string of a body. */
export type ConvertBody = (text: never) => unknown;

const decoder = new TextDecoder();

/** Converts the bytes of a body to the requested type. */
export function convertBody(bytes: Uint8Array, as: BodyType, convert: ConvertBody | undefined): unknown {
  if (as === 'bytes') return bytes;
  const text = decoder.decode(bytes);
  return convert === undefined ? text : convert(text as never);
}

/** A stream that requests nothing before it is read. */
export function lazyStream<T = Uint8Array>(
  pull: (controller: ReadableStreamDefaultController<T>) => void | Promise<void>,
  cancel: (reason: unknown) => void | Promise<void> = () => {},
): ReadableStream<T> {
  return new ReadableStream<T>({ pull, cancel }, { highWaterMark: 0 });
}

/**
 * The content of a stream as one array. `new Response(stream).bytes()` would hide the error of a stream that fails.
 *
 * @param source whose limit applies, which may change meanwhile; absent for a stream that has a limit already
 * @throws {@link PayloadTooLargeError} when the stream is larger than the limit
 */
export async function collect(
  stream: ReadableStream<Uint8Array> | null,
  source?: { readonly bodyLimit: number },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    size += piece.value.byteLength;
    if (source !== undefined && size > source.bodyLimit) {
      const error = new PayloadTooLargeError(source.bodyLimit);
      reader?.cancel(error).catch(() => {});
      throw error;
    }
    pieces.push(piece.value);
  }
  return concatenate(pieces);
}

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}

/** A stream of the same bytes that fails with a PayloadTooLargeError beyond `source.bodyLimit`, which may change meanwhile. */
export function limitStream(
  stream: ReadableStream<Uint8Array>,
  source: { readonly bodyLimit: number },
  onRead?: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  return lazyStream(
    async (controller) => {
      onRead?.();
      const { done, value } = await reader.read();
      if (done) return controller.close();
      size += value.byteLength;
      if (size <= source.bodyLimit) return controller.enqueue(value);
      const error = new PayloadTooLargeError(source.bodyLimit);
      reader.cancel(error).catch(() => {});
      throw error;
    },
    (reason) => reader.cancel(reason),
  );
}

/** Far below the 1,300 levels at which schemas and `JSON.stringify` overflow the stack of some runtimes. */
const MOST_LEVELS = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** @throws {@link HttpError} 400 when the body is not JSON, or is nested too deeply */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new HttpError(400, `The JSON of the request body is nested more than ${MOST_LEVELS} levels deep.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(400, 'The request body is not valid JSON.', { cause });
  }
}

/** Whether JSON is nested more than 256 levels deep. */
export function isTooDeep(json: string): boolean {
  // Most bodies are too short, or have too few brackets, to be nested so deeply.
  if (json.length < 2 * MOST_LEVELS || !hasManyBrackets(json)) return false;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < json.length && json.charCodeAt(at) !== QUOTE; at++)
        if (json.charCodeAt(at) === BACKSLASH) at++;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++level > MOST_LEVELS) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) level--;
  }
  return false;
}

/** Whether more than `MOST_LEVELS` brackets open, also within strings. `indexOf` is native, and a loop takes longer. */
function hasManyBrackets(json: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{']) {
    for (let at = json.indexOf(bracket); at !== -1; at = json.indexOf(bracket, at + 1)) {
      if (++count > MOST_LEVELS) return true;
    }
  }
  return false;
}

/** @throws {@link HttpError} 400 when there are more fields than the limit */
export function parseQuery(text: string, limit: number): URLSearchParams {
  if (hasMoreFields(text, limit)) {
    throw new HttpError(400, `The query string has more fields than the limit of ${limit}.`);
  }
  return new URLSearchParams(text);
}

/** Whether a query or a form has more fields than a limit. Counting takes a hundredth of the time of parsing. */
export function hasMoreFields(text: string, limit: number): boolean {
  return text.length >= limit && text.split('&', limit + 1).length > limit;
}

export function tooMany(what: string, limit: number): PayloadTooLargeError {
  return new PayloadTooLargeError(limit, {}, `The form has more ${what} than the limit of ${limit}.`);
}

export function bodyUsedError({ method, path }: { readonly method: string; readonly path: string }): FwError {
  return new FwError(
    'FW_BODY_USED',
    `The body of ${method} ${path} has already been read; read it once and store the value in a request attribute.`,
  );
}
