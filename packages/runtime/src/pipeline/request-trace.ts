import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from './entry.ts';
import type { Scope } from './scope.ts';

/**
 * The record of one request while one application handles it: the errors that were logged, whether it was rejected, and
 * with `debug` the layers that it entered and what they threw. The error page, the log and the inspector read it. A
 * request that a middleware gives to `handle()` of another application has a record of its own there (rule E5).
 */
export class RequestTrace {
  /** In the order in which they were entered; with `debug` only. */
  readonly layers: LayerTrace[] = [];
  /** Whether the request was rejected where it would have been routed (rule E6). */
  isRejected = false;
  /** The recording of a recorded request; see development/recorder/recording.ts. */
  recording: RequestRecording | undefined = undefined;
  readonly #logged = new Set<unknown>();
  readonly #thrownIn = new Map<unknown, LayerTrace | undefined>();

  /** The one that a request shares with all its copies. */
  static of({ scope, source }: ServerRequest): RequestTrace {
    for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
      if (item.trace !== undefined) return item.trace as RequestTrace;
    }
    return (source.trace ??= new RequestTrace()) as RequestTrace;
  }

  /** @returns whether the error was not noted before */
  noteLogged(error: unknown): boolean {
    if (this.#logged.has(error)) return false;
    this.#logged.add(error);
    return true;
  }

  /** Notes where an error was thrown: where several layers let it through, the innermost, which notes it first. */
  noteThrown(error: unknown, layer: LayerTrace | undefined): void {
    if (!this.#thrownIn.has(error)) this.#thrownIn.set(error, layer);
  }

  /** The layer that threw; undefined when no layer did, as for a request that nothing answered. */
  thrownIn(error: unknown): LayerTrace | undefined {
    return this.#thrownIn.get(error);
  }
}

/** The notes of the development tools about a request. */
export interface RequestRecording {
  /** Where its record is shown: `/_fw/requests/ID`; undefined: nowhere. */
  readonly url: string | undefined;
  /** Notes an error that is answered, unless it came out of a layer, which noted it. */
  noteError(error: unknown): void;
}

/** The recording that a request shares with all its copies, also where another application handles it for itself. */
export function recordingOf({ source }: ServerRequest): RequestRecording | undefined {
  return (source.trace as RequestTrace | undefined)?.recording;
}

/** A request in one layer. */
export interface LayerTrace {
  readonly entry: Entry;
  /** As the layer got it. */
  readonly request: ServerRequest;
}
