import type { MiddlewareKind } from '../application/middleware-of.ts';
import type { SecuritySchemes } from '../pipeline/define-middleware.ts';
import type { ContractDescription } from '../pipeline/contract.ts';
import type { Origin } from '../errors/describe.ts';

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
  /** Where it was registered; recorded with `debug` and for an inspector only. */
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

export interface RouteDescription {
  readonly name: string;
  /** The path within its application; a request's path begins with `prefix`. */
  readonly path: string;
  /** The path prefix under which its application is mounted; "" for the outermost. */
  readonly prefix: string;
  /** Absent when the route handles any method. */
  readonly methods?: readonly string[];
  readonly middleware: string;
  /** Where `inject()` created the handler; absent for other handlers, and in production. */
  readonly defined?: Origin;
  /** Values that JSON lacks, such as a RegExp, are strings. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly placeholders: readonly PlaceholderDescription[];
  /** Where it was registered; recorded with `debug` and for an inspector only. */
  readonly origin?: Origin;
  /** Paths that it should handle, with its prefix; empty when no value for a placeholder could be guessed. */
  readonly samples: readonly string[];
  /** The name of a route of its application that handles each of the samples instead. */
  readonly hiddenBy?: string;
  /** The contract of its middleware; absent when its middleware has no contract. */
  readonly contract?: ContractDescription;
  /**
   * The security schemes, as alternatives: a request needs one. They are declared by the route's middleware and, in the result
   * of `describe()`, by the middleware in front of the route; absent when no middleware declares schemes.
   */
  readonly security?: readonly SecuritySchemes[];
  /** Whether it opens WebSockets; absent when it doesn't. */
  readonly webSocket?: true;
}

export interface PlaceholderDescription {
  readonly name: string;
  /** Sources of the regular expressions that the value must match. */
  readonly restrictions: readonly string[];
  readonly optional: boolean;
  /** Whether it matches the remaining segments. */
  readonly rest: boolean;
  /** The flags of the constraints that change which strings match, such as `i`; absent without such flags. */
  readonly flags?: string;
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
