import { HttpResponse } from '../message/http-response.ts';

const ADMITTED: unique symbol = Symbol('admitted');

/** Marks the promise of a layer, which gives a response or fails, so that layers that pass it on need not look again. */
export function markAdmitted(promise: Promise<HttpResponse> & { [ADMITTED]?: true }): Promise<HttpResponse> {
  promise[ADMITTED] = true;
  return promise;
}

export function isAdmitted(promise: PromiseLike<unknown>): promise is Promise<HttpResponse> {
  return ADMITTED in promise;
}

/**
 * What somebody gave as a response; a Web `Response` is taken over, its body unread (SEMANTICS M4).
 *
 * @returns undefined for anything else
 */
export function asResponse(given: unknown): HttpResponse | undefined {
  if (given instanceof HttpResponse) return given;
  return given instanceof Response ? HttpResponse.fromWeb(given) : undefined;
}
