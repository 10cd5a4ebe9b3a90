import type { Origin } from '../../kernel/errors/describe.ts';
import type { ContractDescription } from '../../kernel/pipeline/middleware-contract.ts';
import type { SecuritySchemes } from '../../kernel/pipeline/security.ts';

/** A route as plain data, which can be written as JSON. */
export interface RouteDescription {
  /** The name of the route. */
  readonly name: string;
  /** The path within its application; a request's path begins with `prefix`. */
  readonly path: string;
  /** The path prefix under which its application is mounted; "" for the outermost. */
  readonly prefix: string;
  /** The methods in upper case; absent when the route handles any method. */
  readonly methods?: readonly string[];
  /** The name of the middleware, or the names of an array. */
  readonly middleware: string;
  /** The place of the `inject()` call that created the handler; absent for other handlers, and in production. */
  readonly defined?: Origin;
  /** The options of the route; values that JSON lacks, such as a RegExp, are strings. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The placeholders of the path, in order. */
  readonly placeholders: readonly PlaceholderDescription[];
  /** The place where the route was registered; recorded with `debug` and for an inspector only. */
  readonly origin?: Origin;
  /** Paths that the route should handle, with its prefix; empty when no value for a placeholder could be guessed. */
  readonly samples: readonly string[];
  /** The name of a route of its application that handles each of the samples instead; absent when there isn't one. */
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

/** A placeholder of a path as plain data. */
export interface PlaceholderDescription {
  /** The name of the parameter. */
  readonly name: string;
  /**
   * The sources of the regular expressions that the value must match; empty when the placeholder has no constraint.
   */
  readonly restrictions: readonly string[];
  /** Whether a path may leave out the placeholder. */
  readonly optional: boolean;
  /** Whether it matches the remaining segments. */
  readonly rest: boolean;
  /** The flags of the constraints that change which strings match, such as `i`; absent without such flags. */
  readonly flags?: string;
}
