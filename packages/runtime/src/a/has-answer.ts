import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { scopeOf } from '../pipeline/scope.ts';

/**
 * Whether the response at the end of an application's pipeline is an answer: it has a body, given or written there, or
 * another status than the one that the application started with. Headers alone never are one (rule A5).
 */
export function hasAnswer(request: ServerRequest, response: HttpResponse, application: object): boolean {
  const scope = scopeOf(request, application);
  if (scope?.response === undefined) {
    // A middleware has made the request anew, so where it started is not known; most start with an empty 200.
    return response.status !== 200 || response.content !== null;
  }
  const { response: start, writes } = scope;
  if (response.status !== start.status) return true;
  if (response.content === null) return false;
  // What the application started with may have had a body already; copies of a response share theirs.
  return response.body !== start.body || response.writes !== writes;
}
