import { PayloadTooLargeError } from '../../errors/http-error.ts';

/** The content of a stream as one array. Read piece by piece, because a browser's `Response` hides why a stream fails. */
export async function collect(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    pieces.push(piece.value);
    size += piece.value.byteLength;
  }
  const bytes = new Uint8Array(size);
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    size -= piece.byteLength;
    bytes.set(piece, size);
  }
  return bytes;
}

/** A stream of the same bytes that fails with a PayloadTooLargeError once there are more than the limit, which may change. */
export function limitStream(
  stream: ReadableStream<Uint8Array>,
  source: { readonly bodyLimit: number },
  onRead?: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onRead?.();
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > source.bodyLimit) {
          const error = new PayloadTooLargeError(source.bodyLimit);
          reader.cancel(error).catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing ahead of the consumer.
    { highWaterMark: 0 },
  );
}
