import { HttpResponse } from '../../src/index.ts';

/** A response whose stream never ends, and which reports when it is cancelled. */
export function endlessResponse(onCancel: () => void): HttpResponse {
  return new HttpResponse(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: onCancel,
    }),
  );
}
