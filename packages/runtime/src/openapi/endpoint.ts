import type { RouteDescription } from '../inspect/description.ts';
import type { Placeholder } from '../router/path-pattern.ts';

/** A route by one method and one form of its path. */
export interface Endpoint {
  readonly route: RouteDescription;
  /** In lower case. */
  readonly method: string;
  /** Such as `/posts/{id}`. */
  readonly path: string;
  /** Those in the path, in their order. */
  readonly placeholders: readonly Placeholder[];
  /** What the placeholders are called in the path. */
  readonly names: readonly string[];
  readonly operationId: string;
}

/** What is known before it is settled which of several routes a path of the document stands for. */
export type Candidate = Omit<Endpoint, 'names' | 'operationId'> & {
  /** Equal for paths that OpenAPI takes for one: what their placeholders are called does not matter. */
  readonly shape: string;
  /** Of the forms of the route's path, the shortest first. */
  readonly form: number;
};
