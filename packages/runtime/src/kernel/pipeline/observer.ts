import type { ContainerInterface } from '../container/container-interface.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from './entry.ts';
import type { RouteResult } from '../router/router-interface.ts';

/**
 * Observes what happens in a pipeline; implemented by tracing and by the development tools. Without an observer, none of these
 * calls is part of the composed pipeline.
 */
export interface PipelineObserver {
  /** An application or a pipe was created. */
  attach?(application: {
    readonly container: ContainerInterface | undefined;
    readonly context: { readonly errors: { warn(message: string): void } };
  }): void;
  /**
   * A request enters a middleware.
   *
   * @param log of the application, for warnings about the middleware
   * @param response variant A: the response that the middleware gets
   * @param error variant A: the error that error middleware handles
   * @returns undefined when this run isn't observed
   */
  enter(
    entry: Entry,
    request: ServerRequest,
    log: { warn(message: string): void },
    response?: HttpResponse | void,
    error?: unknown,
  ): MiddlewareRun | undefined;
  /** An application handles a request. Calls `respond` once, and returns or throws what `respond` returns or throws. */
  handle?<Result>(
    application: object,
    request: ServerRequest,
    respond: (request: ServerRequest) => Result,
  ): Result;
  /** Routing has matched a request; `request` is the one that continues. */
  routed?(request: ServerRequest, result: RouteResult): void;
  /** An error is about to be turned into a response. */
  failed?(error: unknown, request: ServerRequest): void;
  /** An error of a request was logged. */
  logged?(error: unknown, request: ServerRequest): void;
}

/** One call of a middleware. */
export interface MiddlewareRun {
  /** Calls the middleware; returns or throws what `invoke` returns or throws. */
  run(invoke: () => unknown): unknown;
  /** The middleware calls the next one; absent when that isn't observed. Returns or throws what `next` returns or throws. */
  passOn?<Result>(next: () => Result, request: ServerRequest, response?: HttpResponse | void): Result;
  /** The middleware has responded. Returns the response. */
  leave(response: HttpResponse): HttpResponse;
  /** The middleware has thrown. */
  fail(error: unknown): void;
}

/** All observers as one; the first one is called first. */
export function combineObservers(observers: readonly PipelineObserver[]): PipelineObserver | undefined {
  return observers.length < 2 ? observers[0] : observers.reduceRight((inner, outer) => pair(outer, inner));
}

function pair(outer: PipelineObserver, inner: PipelineObserver): PipelineObserver {
  return {
    enter(...entered) {
      const runs = [outer.enter(...entered), inner.enter(...entered)].filter((run) => run !== undefined);
      return runs.length < 2 ? runs[0] : nest(runs[0] as MiddlewareRun, runs[1] as MiddlewareRun);
    },
    attach(application) {
      outer.attach?.(application);
      inner.attach?.(application);
    },
    handle(application, request, respond) {
      const within = (): ReturnType<typeof respond> =>
        inner.handle === undefined ? respond(request) : inner.handle(application, request, respond);
      return outer.handle === undefined ? within() : outer.handle(application, request, within);
    },
    routed(request, result) {
      outer.routed?.(request, result);
      inner.routed?.(request, result);
    },
    failed(error, request) {
      outer.failed?.(error, request);
      inner.failed?.(error, request);
    },
    logged(error, request) {
      outer.logged?.(error, request);
      inner.logged?.(error, request);
    },
  };
}

function nest(outer: MiddlewareRun, inner: MiddlewareRun): MiddlewareRun {
  const passOn = (inner.passOn ?? outer.passOn)?.bind(inner.passOn === undefined ? outer : inner);
  return {
    run: (invoke) => outer.run(() => inner.run(invoke)),
    ...(passOn && { passOn }),
    leave: (response) => outer.leave(inner.leave(response)),
    fail(error) {
      inner.fail(error);
      outer.fail(error);
    },
  };
}
