import { FwError, InvalidArgumentError } from '../../errors/coded-errors.ts';
import { inspectable } from '../../errors/describe.ts';
import type { BodyContent } from '../response-body.ts';

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
export function makeContent(body: unknown): Content {
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
  return streamOf(open, () => readable.destroy());
}

function fromIterable(iterable: AsyncIterable<unknown>): ReadableStream {
  let iterator: AsyncIterator<unknown> | undefined;
  const open = (): AsyncIterator<unknown> => (iterator ??= iterable[Symbol.asyncIterator]());
  return streamOf(open, () => open().return?.());
}

/**
 * A stream that requests a chunk each time it is read.
 *
 * @param close called when the stream is cancelled
 */
function streamOf(open: () => AsyncIterator<unknown>, close: () => unknown): ReadableStream {
  let chunks: AsyncIterator<unknown> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= open();
        let next: IteratorResult<unknown>;
        try {
          next = await chunks.next();
        } catch (error) {
          throw inspectable(error);
        }
        const { done, value } = next;
        if (done) controller.close();
        else if (typeof value === 'string') controller.enqueue(encoder.encode(value));
        else if (value instanceof Uint8Array) controller.enqueue(value);
        else {
          await close();
          throw new InvalidArgumentError('chunk of a body', 'a string or a Uint8Array', value);
        }
      },
      async cancel() {
        await close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Thrown because the rest of the stream would be sent as if it were the whole body. */
export function streamWasRead(): FwError {
  return new FwError('FW_BODY_USED', 'The stream of a response was read before the response was sent.');
}

const GENERATED = Symbol.for('fw-runtime.generated-streams');

// The streams of Web responses that did not come from fetch(). The set is global, because one installed copy of the package
// may send a response that another copy has converted.
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
