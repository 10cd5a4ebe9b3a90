import type { MiddlewareKind, Origin, RouteDescription, SecuritySchemes } from 'fw-runtime/internal';

/** An application as plain data, which can be written as JSON. */
export interface ApplicationDescription {
  readonly variant: 'a' | 'b';
  /** The class of the router, such as `TreeRouter`. */
  readonly router: string;
  /** The folder of static files, which are served before the pipeline; absent when no folder is configured. */
  readonly documentRoot?: string;
  /** In the order in which it runs. */
  readonly pipeline: readonly LayerDescription[];
  /** The routes of this application in the order of their registration, then the routes of the applications in its pipeline. */
  readonly routes: readonly RouteDescription[];
}

/** A place in a pipeline. */
export interface LayerDescription {
  readonly name: string;
  /** An array of middleware is a pipe too. */
  readonly kind: MiddlewareKind;
  /** The path prefix within the pipeline around it; absent when it runs for every path. */
  readonly prefix?: string;
  /** Variant A: whether it runs in error mode only. */
  readonly error: boolean;
  /** Its key in `middleware_pipeline`, when that is an object. */
  readonly key?: string;
  /** The priority of an entry of `middleware_pipeline`. */
  readonly priority?: number;
  /** The place where the middleware was registered; recorded with `debug` and for an inspector only. */
  readonly origin?: Origin;
  /** The security schemes, as alternatives: a request needs one; absent when the middleware declares no schemes. */
  readonly security?: readonly SecuritySchemes[];
  /** Why no request that a route handles reaches it, and what to do; absent when requests reach it. */
  readonly warning?: string;
  /** The middleware in a pipe or an application. */
  readonly children: readonly LayerDescription[];
  /** How many routes an application has. */
  readonly routes?: number;
}

/** The middleware and the route that would handle a request. */
export interface Explanation {
  readonly method: string;
  /** The canonical path. */
  readonly path: string;
  /** All middleware in the order of the pipeline; middleware within a pipe follows the pipe. */
  readonly layers: readonly ExplainedLayer[];
  /** The route that handles the request. */
  readonly route?: RouteDescription;
  /** Its parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The value of `Allow`, when the path exists but not for this method. */
  readonly allowedMethods?: readonly string[];
  /** At most five routes that nearly match, the closest first. */
  readonly close: readonly ExplainedRoute[];
}

export interface ExplainedLayer {
  readonly name: string;
  readonly kind: LayerDescription['kind'];
  /** The number of pipes around it. */
  readonly depth: number;
  /** Whether it runs, as long as the middleware before it calls the next. */
  readonly runs: boolean;
  /** Why it runs or doesn't, such as "is registered for every path". */
  readonly reason: string;
}

export interface ExplainedRoute {
  readonly route: RouteDescription;
  /** Why it doesn't match, as the end of a sentence that begins with the route. */
  readonly reason: string;
}
