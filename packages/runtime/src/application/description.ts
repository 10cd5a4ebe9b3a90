import type { OwnRole } from '../pipeline/entry.ts';
import type { ContractDescription } from '../pipeline/kept-contract.ts';
import type { SecuritySchemes } from '../pipeline/kept-security.ts';
import type { Origin } from '../pipeline/origin.ts';

/** An application as plain data, which can be written as JSON. */
export interface ApplicationDescription {
  readonly variant: 'a' | 'b';
  /** The class of the router, such as `TreeRouter`. */
  readonly router: string;
  /** The folder of static files, which are served before the pipeline; absent: none. */
  readonly documentRoot?: string;
  /** In the order in which it runs. */
  readonly pipeline: readonly LayerDescription[];
  /** Those of this application in the order of their registration, then those of the applications in its pipeline. */
  readonly routes: readonly RouteDescription[];
}

/** A place in a pipeline. */
export interface LayerDescription {
  readonly name: string;
  /** An array of middleware is a pipe too. */
  readonly kind: 'middleware' | 'pipe' | 'application' | OwnRole;
  /** The path prefix under which it stands in the pipeline around it; absent: every path. */
  readonly prefix?: string;
  /** Variant A: whether it runs in error mode only. */
  readonly error: boolean;
  /** Its key in `middleware_pipeline`, where that is a map. */
  readonly key?: string;
  /** Of an entry of `middleware_pipeline`. */
  readonly priority?: number;
  /** Where it was attached; known with `debug` and to an inspector. */
  readonly origin?: Origin;
  /** Whom it lets in: who shows one of these; absent: it does not say. */
  readonly security?: readonly SecuritySchemes[];
  /** Why no request that a route handles reaches it, and what to do; absent: requests reach it. */
  readonly warning?: string;
  /** What stands in a pipe or an application. */
  readonly children: readonly LayerDescription[];
  /** How many routes an application has. */
  readonly routes?: number;
}

export interface RouteDescription {
  readonly name: string;
  /** Within its application; a request's path begins with `prefix`. */
  readonly path: string;
  /** The path prefix under which its application is mounted; "" for the outermost. */
  readonly prefix: string;
  /** Absent: any method. */
  readonly methods?: readonly string[];
  readonly middleware: string;
  /** Where `inject()` made the handler; absent for any other, and in production. */
  readonly defined?: Origin;
  /** What JSON cannot say, such as a RegExp, as text. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly placeholders: readonly PlaceholderDescription[];
  /** Where it was registered; known with `debug` and to an inspector. */
  readonly origin?: Origin;
  /** Paths that it should answer, its prefix included; none where no value for a placeholder could be guessed. */
  readonly samples: readonly string[];
  /** The name of a route of its application that answers each of these instead. */
  readonly hiddenBy?: string;
  /** What its middleware takes and answers, where one of them says so. */
  readonly contract?: ContractDescription;
  /**
   * Whom the middleware of its list and, in what `describe()` gives, the layers in front of it let in: who shows one of these;
   * absent: none of them says so.
   */
  readonly security?: readonly SecuritySchemes[];
  /** Whether it opens WebSockets; absent: no. */
  readonly webSocket?: true;
}

export interface PlaceholderDescription {
  readonly name: string;
  /** Sources of the regular expressions that the value must match. */
  readonly restrictions: readonly string[];
  readonly optional: boolean;
  /** Whether it takes the remaining segments. */
  readonly rest: boolean;
  /** The flags of the restrictions that change what they match, such as `i`; absent: none. */
  readonly flags?: string;
}

/** What a request would meet. */
export interface Explanation {
  readonly method: string;
  /** Canonical. */
  readonly path: string;
  /** Every layer in the order of the pipeline, those within others after them. */
  readonly layers: readonly ExplainedLayer[];
  /** The route that answers. */
  readonly route?: RouteDescription;
  /** Its parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Where the path exists, but not for this method: what `Allow` says. HEAD and OPTIONS are answered with it, others refused. */
  readonly allowedMethods?: readonly string[];
  /** At most five routes that nearly answer, the closest first. */
  readonly close: readonly ExplainedRoute[];
}

export interface ExplainedLayer {
  readonly name: string;
  readonly kind: LayerDescription['kind'];
  /** In how many others it stands. */
  readonly depth: number;
  /** Whether the request comes to it, as long as the layers before pass it on. */
  readonly runs: boolean;
  /** Why, as in "stands for every path". */
  readonly reason: string;
}

export interface ExplainedRoute {
  readonly route: RouteDescription;
  /** Why it does not answer, as the end of a sentence that begins with the route. */
  readonly reason: string;
}
