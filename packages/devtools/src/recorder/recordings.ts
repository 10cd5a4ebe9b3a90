import type { ServerRequest } from 'fw-runtime/internal';
import type { Recording } from './recording.ts';

const recordings = new WeakMap<ServerRequest['source'], Recording>();

/** The recording that a request shares with all its copies, even when `handle()` of another application receives it. */
export function recordingOf(request: ServerRequest): Recording | undefined {
  return recordings.get(request.source);
}

export function recordIn(source: ServerRequest['source'], recording: Recording): void {
  recordings.set(source, recording);
}
