import type { Entry, HttpResponse, ServerRequest } from 'fw-runtime/internal';
import type { LayerNotes } from './layer-notes.ts';

/** Notes on one request while it runs. */
export interface Capture {
  /** The page of the record, such as `/_fw/requests/ID`; undefined when there is no page. */
  readonly url: string | undefined;
  /** @returns undefined if there are too many layers */
  enter(entry: Entry, request: ServerRequest, given: HttpResponse | undefined): LayerNotes | undefined;
  /** Notes an error that becomes a response, unless a layer threw the error and noted it. */
  noteError(error: unknown): void;
  /** Keeps the error page, which a browser gets without its content and then requests by the record's id. */
  keepPage(page: string): void;
  /** Call this with the response, and again if another response replaces a response that can't be sent. */
  respond(response: HttpResponse): void;
  /** Call this when the surrounding framework handles the request. */
  drop(): void;
}

// Keyed by the source, which a request shares with all its copies.
const captures = new WeakMap<object, Capture>();

/** The capture of a request and of all its copies, even when `handle()` of another application receives one. */
export function captureOf(request: ServerRequest): Capture | undefined {
  return captures.get(request.source);
}

export function setCapture(request: ServerRequest, capture: Capture): void {
  captures.set(request.source, capture);
}
