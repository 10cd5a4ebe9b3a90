import { HttpError } from '../errors/http-error.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from './entry.ts';
import { LazyMiddleware, type LazyServices } from './lazy-middleware.ts';
import { RequestTrace } from './request-trace.ts';

/** The layers of a pipeline that a request passes which cannot be routed (rule E6); nested pipelines are flattened. */
export interface RefusalLayers {
  /** Stand for every path, before routing. */
  readonly before: readonly Entry[];
  /** Variant A: the error middleware for every path from there on. */
  readonly after: readonly Entry[];
}

export interface RefusalOptions {
  /** Whether a middleware is a pipeline, which passes on what it does not answer. */
  readonly isPipeline: (middleware: unknown) => boolean;
  /** Refuses a request in the place of a layer, in the variant's way. */
  readonly refuse: (request: ServerRequest, ...rest: never[]) => unknown;
  readonly services: LazyServices;
}

/**
 * Picks the layers that a request passes which cannot be routed: those without a path prefix before routing. A pipeline
 * without routing answers in its last layer, so that one is left out where the request is not to be passed on, unless it is
 * itself a pipeline.
 *
 * @param isOutermost whether the request ends here; else what the layers pass on goes to the pipeline around
 */
export function refusalLayers(
  entries: readonly Entry[],
  isOutermost: boolean,
  options: RefusalOptions,
): RefusalLayers {
  const flat = entries.flatMap(flatten);
  const holdsRouting = (entry: Entry): boolean =>
    entry.role === 'routing' ||
    (!(entry.target instanceof LazyMiddleware) && entry.target.some(holdsRouting));
  const routing = flat.findIndex(holdsRouting);
  const end = routing === -1 ? endWithoutRouting(flat, isOutermost, options) : routing;
  return {
    before: flat
      .slice(0, end)
      .filter(isForEveryPath)
      .map((entry) => guarded(entry, options)),
    after: flat.slice(end).filter((entry) => entry.error && isForEveryPath(entry)),
  };
}

/**
 * The error with which the application rejects a request that it can't route: a malformed path or Host, a body that is too large.
 * Middleware that acts on a request without calling the next layer, as a proxy does, throws it first: the guards under path
 * prefixes don't run for such a request.
 *
 * @returns undefined for a request that can be routed
 */
export function rejectionOf(request: ServerRequest<object>): HttpError | undefined {
  return request.source.refusal;
}

/** Notes that the request is refused, and makes the error to refuse it with. */
export function refuse(request: ServerRequest): HttpError {
  const trace = RequestTrace.of(request);
  // A middleware may have made the request anew; then the layers outside it refuse the one that was received.
  const fault = request.source.refusal ?? new HttpError(400);
  trace.isRefused = true;
  trace.noteThrown(fault, undefined);
  return fault;
}

function endWithoutRouting(flat: readonly Entry[], isOutermost: boolean, options: RefusalOptions): number {
  if (!isOutermost) return flat.length;
  const last = flat.findLastIndex(({ error }) => !error);
  const target = flat[last]?.target;
  const answers =
    target !== undefined && !(target instanceof LazyMiddleware && options.isPipeline(target.value));
  return answers ? last : last + 1;
}

function isForEveryPath({ prefix }: Entry): boolean {
  return prefix === undefined;
}

function flatten(entry: Entry): readonly Entry[] {
  const { target, prefix, error } = entry;
  return target instanceof LazyMiddleware || prefix !== undefined || error
    ? [entry]
    : target.flatMap(flatten);
}

// A layer that answers, or fails, without having passed on would make something else of the request: it is refused there.
function guarded(entry: Entry, { refuse: refuseHere, services }: RefusalOptions): Entry {
  const { target, error, name } = entry;
  if (!(target instanceof LazyMiddleware) || error) return entry;
  const guard = async (request: ServerRequest, ...rest: never[]): Promise<unknown> => {
    const trace = RequestTrace.of(request);
    try {
      const answer = await target.invoke(request, ...rest);
      if (trace.isRefused) return answer;
    } catch (failure) {
      if (trace.isRefused) throw failure;
    }
    return refuseHere(request, ...rest);
  };
  return { ...entry, target: new LazyMiddleware(guard, services, name) };
}
