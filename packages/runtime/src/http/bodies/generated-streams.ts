const KEY = Symbol.for('fw-runtime.generated-streams');

// The streams of Web responses that did not come from fetch(). The set is global, because one installed copy of the package
// may send a response that another has taken over.
const shared = globalThis as { [KEY]?: WeakSet<ReadableStream> };
const generated = (shared[KEY] ??= new WeakSet());

/** Notes the stream of a Web response, for `mayBeGenerated`. */
export function noteStreamOf({ body, type }: Response): void {
  // Responses of fetch() have another type.
  if (body !== null && type === 'default') generated.add(body);
}

/**
 * Whether a Web response may have made the stream from an async generator. Such a stream must be cancelled between two
 * reads only: cancelled during its last read, it makes Node end the process.
 */
export function mayBeGenerated(stream: ReadableStream): boolean {
  return generated.has(stream);
}
