import { HttpError } from '../errors/http-error.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { LazyMiddleware, type LazyServices } from '../pipeline/lazy-middleware.ts';
import { RequestTrace } from '../pipeline/request-trace.ts';
import { middlewareOf, type PipelineNode, type PlacedEntry } from './middleware-of.ts';

// A request is rejected when it can't be routed: its path or Host is malformed, or its body is too large (rule E6). It runs
// through a separate pipeline: the middleware before routing that is registered for every path. So the response has its CORS
// headers, its request id and a log line. Middleware under a path prefix, static files and routes don't run.

/**
 * Returns the error with which the application rejects a request that it can't route: a malformed path or Host, a body
 * that is too large. Middleware that acts on a request without calling the next middleware, as a proxy does, throws it
 * first: the guards under path prefixes don't run for such a request.
 *
 * @returns undefined for a request that can be routed
 * @example
 * const rejection = rejectionOf(request);
 * if (rejection !== undefined) throw rejection;
 */
export function rejectionOf(request: ServerRequest<object>): HttpError | undefined {
  return request.source.rejection;
}

/** Marks the request as rejected, and returns the error to reject it with. */
export function reject(request: ServerRequest): HttpError {
  const trace = RequestTrace.of(request);
  // If middleware created the request, the outer middleware rejects the received request.
  const error = request.source.rejection ?? new HttpError(400);
  trace.rejection = error;
  return error;
}

/**
 * The entries that a rejected request runs through, including the entries of nested pipelines.
 *
 * @param respond rejects the request in the variant's way; called with the arguments of middleware
 * @returns the entries that run before the request is rejected; variant A: the error middleware after the rejection
 */
export function rejectionEntries(
  root: PipelineNode,
  services: LazyServices,
  respond: (request: ServerRequest, ...rest: never[]) => unknown,
): readonly [before: readonly Entry[], after: readonly Entry[]] {
  const items: PlacedEntry[] = [];
  const routed = new Set<PipelineNode>();
  let end = 0;
  for (const placed of middlewareOf(root)) {
    const { entry, owner, prefix, nested } = placed;
    if (entry.role === 'routing') {
      routed.add(owner);
      if (owner === root) end = items.length;
    }
    const isMiddleware = entry.target instanceof LazyMiddleware && nested === undefined;
    const isReached = prefix === '' && (owner === root || !routed.has(owner));
    if (isMiddleware && isReached && entry.role === undefined) items.push(placed);
  }
  if (!routed.has(root)) {
    // Without routing, the last middleware is the one that responds, so it doesn't run.
    const last = items.findLastIndex(({ entry }) => !entry.error);
    end = items[last]?.owner === root ? last : last + 1;
  }
  return [
    items.slice(0, end).map(({ entry }) => (entry.error ? entry : rejecting(entry, services, respond))),
    items.slice(end).flatMap(({ entry }) => (entry.error ? [entry] : [])),
  ];
}

/** Wraps the middleware: its response is replaced unless it results from rejecting the request. */
function rejecting(
  entry: Entry,
  services: LazyServices,
  respond: (request: ServerRequest, ...rest: never[]) => unknown,
): Entry {
  const middleware = entry.target as LazyMiddleware;
  const guard = async (request: ServerRequest, ...rest: never[]): Promise<unknown> => {
    const trace = RequestTrace.of(request);
    try {
      const response = (await middleware.invoke(request, ...rest)) as HttpResponse;
      if (trace.rejection !== undefined) return response;
    } catch (error) {
      if (trace.rejection !== undefined) throw error;
    }
    return respond(request, ...rest);
  };
  return { ...entry, target: new LazyMiddleware(guard, services, entry.name) };
}
