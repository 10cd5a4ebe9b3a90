const KEY = Symbol.for('fw-runtime.generated-streams');

// The streams that Web responses were made with, by a generator perhaps, and not got from a server. They belong to the
// process and not to this module: one installed copy of the package sends what another has taken over.
const shared = globalThis as { [KEY]?: WeakSet<ReadableStream> };
const generated = (shared[KEY] ??= new WeakSet());

/** Notes the stream of a Web response that is taken over. */
export function noteStreamOf({ body, type }: Response): void {
  // What fetch() gives is of another type.
  if (body !== null && type === 'default') generated.add(body);
}

/**
 * Whether a stream may be one that a Web response made of a generator. Node ends the process when such a stream is
 * cancelled during a read that turns out to be the last, so it must be cancelled between two reads. No time is lost by
 * that: a generator that waits cannot be stopped.
 */
export function mayBeGenerated(stream: ReadableStream): boolean {
  return generated.has(stream);
}
