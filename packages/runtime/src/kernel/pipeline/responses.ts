import { HttpResponse } from '../http/http-response.ts';
import { ResponseBody } from '../http/response-body.ts';
import { isThenable } from './lazy-middleware.ts';

/** Marks a promise of a checked response, so that outer middleware that returns the promise doesn't check it again. */
export const CHECKED: unique symbol = Symbol('checked');

export type CheckedPromise = Promise<HttpResponse> & { [CHECKED]?: true };

/**
 * Responds with the result of a function: at once, unless the result is a promise.
 *
 * @param toResponse converts the result to a response
 * @param failed creates the response when one of the two functions throws
 */
export function respondWith(
  make: () => unknown,
  toResponse: (result: unknown) => HttpResponse | Promise<HttpResponse>,
  failed: (failure: unknown) => HttpResponse | Promise<HttpResponse>,
): HttpResponse | Promise<HttpResponse> {
  try {
    const result = make();
    return isThenable(result) ? Promise.resolve(result).then(toResponse).catch(failed) : toResponse(result);
  } catch (failure) {
    return failed(failure);
  }
}

/** Marks the body of the response at the end of a pipeline inside another framework. */
const UNHANDLED: unique symbol = Symbol('unhandled');

/** The response that means "not handled": the request continues in the framework around the application. */
export function unhandled(): HttpResponse {
  return new HttpResponse(Object.assign(new ResponseBody(null), { [UNHANDLED]: true }), 404);
}

/** Whether a response is the `unhandled()` response or a copy with other headers, and nothing was written to it. */
export function isUnhandled(response: HttpResponse): boolean {
  return UNHANDLED in response.body && response.writes === 0;
}
