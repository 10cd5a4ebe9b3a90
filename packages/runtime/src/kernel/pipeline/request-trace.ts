import type { HttpError } from '../errors/http-error.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Scope } from './scope.ts';

/**
 * The notes on one request while one application handles it: the errors that were logged, and whether it was rejected. A request
 * that middleware passes to `handle()` of another application has separate notes there (rule E5).
 */
export class RequestTrace {
  /** The error that the request was rejected with instead of being routed (rule E6). */
  rejection: HttpError | undefined = undefined;
  /** The errors that were logged. */
  readonly logged: Set<unknown> = new Set();

  /** The trace that a request shares with all its copies. */
  static of(request: ServerRequest): RequestTrace {
    // Not in the parameters: published types lack these properties.
    const { scope, source } = request;
    for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
      if (item.trace !== undefined) return item.trace as RequestTrace;
    }
    return (source.trace ??= new RequestTrace()) as RequestTrace;
  }
}
