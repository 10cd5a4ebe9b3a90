import { FwError, InvalidArgumentError } from '../../errors/coded-errors.ts';
import { inspectable } from '../../errors/describe.ts';
import type { BodyContent } from '../response-body.ts';
import { lazyStream } from './read-body.ts';

/**
 * The types that the body of a response can be created from (rule S6). Streams and async iterables are sent while they
 * are read, and can be sent once. `Blob`, `URLSearchParams` and `FormData` set a Content-Type when the response has no
 * Content-Type.
 */
export type BodyInput =
  | BodyContent
  | ArrayBuffer
  | Blob
  | FormData
  | URLSearchParams
  | NodeStream
  | AsyncIterable<string | Uint8Array>;

/** The part of `Readable` of `node:stream` that is used here. */
export interface NodeStream extends AsyncIterable<unknown> {
  readonly readableDidRead?: boolean;
  pipe(...given: never[]): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  destroy(): unknown;
}

/** A body that can be sent as it is, with its type and length. */
interface Content {
  readonly content: BodyContent;
  /** The default Content-Type; undefined or empty when the body has none. */
  readonly type?: string | null;
  /** In bytes, when the content itself has no length. */
  readonly length?: number;
}

const encoder = new TextEncoder();
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const EXPECTED =
  'a string, a Uint8Array, an ArrayBuffer, a Web or Node stream, an async iterable, a Blob, URLSearchParams, FormData or null';

/** @throws {@link InvalidArgumentError} when the body has another type, or is a stream that is locked */
export function createContent(body: unknown): Content {
  if (body instanceof ReadableStream) {
    if (!body.locked) return { content: body };
    throw new InvalidArgumentError('body', 'a stream without another reader', body, ' This one is locked.');
  }
  if (body instanceof ArrayBuffer) return { content: new Uint8Array(body) };
  if (body instanceof URLSearchParams) return { content: body.toString(), type: FORM };
  if (body instanceof Blob) return { content: body.stream(), type: body.type, length: body.size };
  if (body instanceof FormData) {
    const response = new Response(body);
    // Bun removes the type once `body` was read.
    const type = response.headers.get('content-type');
    return { content: response.body, type };
  }
  if (isNodeStream(body)) return { content: fromNode(body) };
  if (isAsyncIterable(body)) return { content: fromIterable(body) };
  throw new InvalidArgumentError('body', EXPECTED, body);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isNodeStream(value: unknown): value is NodeStream {
  if (!isAsyncIterable(value)) return false;
  const { pipe, on, destroy } = value as Partial<NodeStream>;
  return [pipe, on, destroy].every((method) => typeof method === 'function');
}

function fromNode(readable: NodeStream): ReadableStream {
  // The reader gets the error too, but without a listener the error would end the process first.
  readable.on('error', () => {});
  const open = (): AsyncIterator<unknown> => {
    if (readable.readableDidRead === true) throw streamWasRead();
    return readable[Symbol.asyncIterator]();
  };
  return streamFrom({ open, toBytes, close: () => readable.destroy() });
}

function fromIterable(iterable: AsyncIterable<unknown>): ReadableStream {
  const open = (): AsyncIterator<unknown> => iterable[Symbol.asyncIterator]();
  return streamFrom({ open, toBytes, close: (iterator) => (iterator ?? open()).return?.() });
}

function toBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return encoder.encode(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', chunk);
}

interface Chunks<T> {
  /** Called at the first read. */
  open(controller: ReadableStreamDefaultController<Uint8Array>): AsyncIterator<T>;
  /** @throws an error that closes the iterator, and that the stream fails with */
  toBytes(item: T): Uint8Array;
  /**
   * Called when the stream is cancelled, and when an item is malformed.
   *
   * @param iterator undefined when nothing was read
   */
  close(iterator: AsyncIterator<T> | undefined): unknown;
  /** Called when the iterator has ended or failed, and when the stream is cancelled. */
  end?(): void;
}

/** A stream that requests an item each time it is read. */
export function streamFrom<T>({ open, toBytes, close, end }: Chunks<T>): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<T> | undefined;
  const read = async (): Promise<Uint8Array | undefined> => {
    const next = await iterator?.next();
    if (next === undefined || next.done === true) return undefined;
    try {
      return toBytes(next.value);
    } catch (error) {
      // An error of close() would hide the error that matters.
      await Promise.resolve(close(iterator)).catch(() => {});
      throw error;
    }
  };
  return lazyStream(
    async (controller) => {
      iterator ??= open(controller);
      try {
        const bytes = await read();
        if (bytes !== undefined) return controller.enqueue(bytes);
      } catch (error) {
        end?.();
        throw inspectable(error);
      }
      end?.();
      controller.close();
    },
    async () => {
      end?.();
      await close(iterator);
    },
  );
}

/** Thrown because the rest of the stream would be sent as if it were the whole body. */
export function streamWasRead(): FwError {
  return new FwError('FW_BODY_USED', 'The stream of a response was read before the response was sent.');
}

const GENERATED = Symbol.for('fw-runtime.generated-streams');

// The streams of Web responses that did not come from fetch(). The set is global, because fw-middleware reads it, too.
const shared = globalThis as { [GENERATED]?: WeakSet<ReadableStream> };
const generated = (shared[GENERATED] ??= new WeakSet());

/** Notes the stream of a Web response, for `mayBeGenerated`. */
export function noteStreamOf({ body, type }: Response): void {
  // Responses of fetch() have another type.
  if (body !== null && type === 'default') generated.add(body);
}

/**
 * Whether a Web response may have created the stream from an async generator. Cancel such a stream only between two reads:
 * cancelling it during its last read makes Node end the process.
 */
export function mayBeGenerated(stream: ReadableStream): boolean {
  return generated.has(stream);
}
