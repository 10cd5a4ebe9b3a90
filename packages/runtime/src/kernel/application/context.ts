import { INSPECTION_HOST } from '../errors/logger.ts';
import { callOrigin } from '#call-sites';
import { tracing } from '#tracing';
import type { PipeOptions } from './options.ts';
import type { DevTools, RunOptions } from './request-handler.ts';
import type { Origin } from '../errors/describe.ts';
import { ErrorResponder } from '../error-responses/error-responder.ts';
import type { ErrorRenderer } from '../http/error-renderer.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { combineObservers, type PipelineObserver } from '../pipeline/observer.ts';
import { surroundingsOf } from '../pipeline/scope.ts';
import type { Url } from '../router/route-names.ts';
import type { Route } from '../router/route.ts';

/** Inspects applications in this process in place of a server, as the `fw` command does. */
export interface InspectionHost {
  /**
   * Called by `run()` instead of listening.
   *
   * @returns never: code after `await run()` must not run as if the server listened
   */
  run(application: object, options: RunOptions | undefined): Promise<never>;
  /** Receives the warnings of the framework. */
  warn(message: string): void;
  /** Receives a duplicate route, which is left out, so that all errors are reported together. */
  duplicate(error: Error): void;
}

/** Sets the host of the applications that are created from now on. */
export function setInspectionHost(host: InspectionHost): void {
  shared[INSPECTION_HOST] = host;
}

/** The version of this package, for the development tools. Both are released together. */
export const VERSION = '0.1.0';

/**
 * Property of `globalThis` with the function that connects applications to the development tools; `fw-devtools/attach` sets it.
 * The number is the version of the interface `DevTools`.
 */
const HOOK: unique symbol = Symbol.for('fw-runtime.devtools.1');

/**
 * Called for each application with `debug`, and for each application that `fw` inspects, when it is created, with the version of
 * its fw-runtime.
 */
export type DevToolsHook = (application: { readonly version: string }) => DevTools | undefined;

export function setDevToolsHook(hook: DevToolsHook | undefined): void {
  shared[HOOK] = hook;
}

const shared = globalThis as {
  [INSPECTION_HOST]?: InspectionHost;
  [HOOK]?: DevToolsHook | undefined;
};

/** The context of a running application: `debug`, its log, its error responses and its observers. */
export class ApplicationContext {
  readonly debug: boolean | 'everyone';
  /** Responds to errors and logs them. */
  readonly errors: ErrorResponder;
  /** Observes each middleware; undefined unless tracing is on or development tools are attached. */
  readonly observer: PipelineObserver | undefined;
  /** Inspects the application instead of serving it; undefined unless `fw` inspects it. */
  readonly host: InspectionHost | undefined;
  /** The development tools; undefined without `debug`, and unless they are attached to this process. */
  readonly tools: DevTools | undefined;
  readonly #observers: readonly PipelineObserver[];

  private constructor(
    errors: (observer: PipelineObserver | undefined) => ErrorResponder,
    observers: readonly PipelineObserver[],
    host: InspectionHost | undefined,
    tools: DevTools | undefined,
  ) {
    this.observer = combineObservers(observers);
    this.errors = errors(this.observer);
    this.debug = this.errors.debug;
    this.host = host;
    this.tools = tools;
    this.#observers = observers;
  }

  /**
   * @param renderer used when the options have none
   * @throws {@link InvalidArgumentError} when the renderer or the logger isn't one
   */
  static create(options: PipeOptions, renderer?: ErrorRenderer): ApplicationContext {
    const { debug = false, errors } = options;
    const host = shared[INSPECTION_HOST];
    const tools = debug !== false || host !== undefined ? shared[HOOK]?.({ version: VERSION }) : undefined;
    const observers = [options.tracing === true ? tracing : undefined, tools?.observer].filter(
      (observer) => observer !== undefined,
    );
    const renderers = { renderer: errors?.render ?? renderer, renderWithDebug: tools?.renderError };
    return new ApplicationContext(
      (observer) => new ErrorResponder({ ...options, ...renderers, host, observer }),
      observers,
      host,
      tools,
    );
  }

  /** The context of this application inside another, with the renderers and observers of the outer application. */
  inside(outer: ApplicationContext): ApplicationContext {
    if (outer === this) return this;
    const observers = [...new Set([...outer.#observers, ...this.#observers])];
    return new ApplicationContext(
      (observer) => this.errors.inside(outer.errors, observer),
      observers,
      this.host,
      this.tools,
    );
  }

  /** Where the application's code called the framework; with `debug` and for an inspection only. */
  callOrigin(): Origin | undefined {
    return this.recordsOrigins ? callOrigin() : undefined;
  }

  get recordsOrigins(): boolean {
    return this.debug !== false || this.host !== undefined;
  }
}

/** The context of the innermost application that handles a request; undefined for a request that no application received. */
export function contextOf(request: ServerRequest): ApplicationContext | undefined {
  const [innermost] = surroundingsOf(request);
  return (innermost?.owner as { readonly context?: ApplicationContext } | undefined)?.context;
}

/** Responds to errors for the innermost application that handles a request; with defaults when no application received it. */
export function errorsOf(request: ServerRequest): ErrorResponder {
  return contextOf(request)?.errors ?? new ErrorResponder();
}

/** An application of either variant. Pass it to functions such as `describe()` of `fw-devtools`. */
export interface OpaqueApplication {
  /** The routes of the application, in the order of their registration. */
  readonly routes: readonly Route[];
  /** Generates URLs for the named routes of the application. */
  readonly url: Url;
}

/**
 * Returns the outermost application that handles a request: the application that a server or a test called. Middleware
 * keeps its state per application, in a `WeakMap`, because the same middleware may be registered in many applications.
 *
 * @returns undefined for a request that middleware created
 * @example const cache = cacheByApplication.get(applicationOf(request));
 */
export function applicationOf(request: ServerRequest<object>): OpaqueApplication | undefined {
  const receiver = request.source.receiver as Partial<OpaqueApplication> | undefined;
  // A pipe that is served without an application has no routes.
  return receiver?.routes === undefined ? undefined : (receiver as OpaqueApplication);
}
