import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { Next } from '../pipeline/middleware-a.ts';

/** Where a request goes on: to ordinary middleware, or in error mode. */
export interface Chain {
  readonly handle: (request: ServerRequest, response: HttpResponse) => HttpResponse | Promise<HttpResponse>;
  readonly fail: (
    error: unknown,
    request: ServerRequest,
    response: HttpResponse,
  ) => HttpResponse | Promise<HttpResponse>;
}

export function toChain(next: Next): Chain {
  return { handle: next, fail: (error, request, response) => next(request, response, error) };
}
