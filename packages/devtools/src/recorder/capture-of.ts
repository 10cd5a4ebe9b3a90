import type { Entry, HttpResponse, ServerRequest } from 'fw-runtime/internal';
import type { LayerNotes } from './layer-notes.ts';

/** The recording of one request while it runs. */
export interface RequestRecording {
  /** The page of the record, such as `/_fw/requests/ID`; undefined when there is no page. */
  readonly url: string | undefined;
  /** @returns undefined if there are too many layers */
  enter(entry: Entry, request: ServerRequest, given: HttpResponse | undefined): LayerNotes | undefined;
  /** Notes an error that becomes a response, unless a layer threw the error and noted it. */
  noteError(error: unknown): void;
  /** Keeps the error page, which a browser gets without its content and then requests by the record's id. */
  keepPage(page: string): void;
  /** Call this with the response, and again if another response replaces a response that can't be sent. */
  answer(response: HttpResponse): void;
  /** Call this when the surrounding framework handles the request. */
  drop(): void;
}

const recordings = new WeakMap<ServerRequest['source'], RequestRecording>();

/** The recording that a request shares with all its copies, even when `handle()` of another application receives it. */
export function recordingOf(request: ServerRequest): RequestRecording | undefined {
  return recordings.get(request.source);
}

export function recordIn(source: ServerRequest['source'], recording: RequestRecording): void {
  recordings.set(source, recording);
}
