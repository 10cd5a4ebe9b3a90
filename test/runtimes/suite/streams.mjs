/** A stream of strings. */
export function streamOf(...words) {
  return new ReadableStream({
    start(controller) {
      for (const word of words) controller.enqueue(new TextEncoder().encode(word));
      controller.close();
    },
  });
}
