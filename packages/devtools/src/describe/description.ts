import type { MiddlewareKind, Origin, RouteDescription, SecuritySchemes } from 'fw-runtime/internal';

/** An application as plain data, which can be written as JSON. */
export interface ApplicationDescription {
  /** The variant of its middleware: `a` for `(request, response, next)`, `b` for `(request, delegate)`. */
  readonly variant: 'a' | 'b';
  /** The class of the router, such as `TreeRouter`. */
  readonly router: string;
  /** The folder of static files, which are served before the pipeline; absent when no folder is configured. */
  readonly documentRoot?: string;
  /** The middleware in the order in which it runs. */
  readonly pipeline: readonly LayerDescription[];
  /** The routes of this application in the order of their registration, then the routes of the applications in its pipeline. */
  readonly routes: readonly RouteDescription[];
}

/** A middleware of a pipeline as plain data. */
export interface LayerDescription {
  /** The name of the function, class or service. */
  readonly name: string;
  /** The type of the middleware. An array of middleware is a pipe too. */
  readonly kind: MiddlewareKind;
  /** The path prefix within the pipeline around it; absent when it runs for every path. */
  readonly prefix?: string;
  /** Whether it runs in error mode only (variant A); false in variant B. */
  readonly error: boolean;
  /** The key of its entry when `middleware_pipeline` is an object; absent otherwise. */
  readonly key?: string;
  /** The priority of its entry in `middleware_pipeline`; absent for middleware that a call registered. */
  readonly priority?: number;
  /** The place where the middleware was registered; recorded with `debug` and for an inspector only. */
  readonly origin?: Origin;
  /** The security schemes, as alternatives: a request needs one; absent when the middleware declares no schemes. */
  readonly security?: readonly SecuritySchemes[];
  /** The reason why no request that a route handles reaches it, and the fix; absent when requests reach it. */
  readonly warning?: string;
  /** The middleware in a pipe or an application; empty for other middleware. */
  readonly children: readonly LayerDescription[];
  /** The number of routes of an application; absent for other middleware. */
  readonly routes?: number;
}

/** The middleware and the route that would handle a request. */
export interface Explanation {
  /** The method in upper case. */
  readonly method: string;
  /** The canonical path. */
  readonly path: string;
  /** All middleware in the order of the pipeline; middleware within a pipe follows the pipe. */
  readonly layers: readonly ExplainedLayer[];
  /** The route that handles the request; absent when no route does. */
  readonly route?: RouteDescription;
  /** The parameters of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The value of `Allow`, when the path exists but not for this method; absent otherwise. */
  readonly allowedMethods?: readonly string[];
  /** At most five routes that nearly match, the closest first. */
  readonly close: readonly ExplainedRoute[];
}

/** A middleware, and whether a request reaches it. */
export interface ExplainedLayer {
  /** The name of the function, class or service. */
  readonly name: string;
  /** The type of the middleware. */
  readonly kind: LayerDescription['kind'];
  /** The number of pipes around it. */
  readonly depth: number;
  /** Whether it runs, as long as the middleware before it calls the next. */
  readonly runs: boolean;
  /** The reason why it runs or doesn't, such as "is registered for every path". */
  readonly reason: string;
}

/** A route that nearly matches a request. */
export interface ExplainedRoute {
  /** The route as plain data. */
  readonly route: RouteDescription;
  /** The reason why it doesn't match, as the end of a sentence that begins with the route. */
  readonly reason: string;
}
