import type { Route } from '../router/route.ts';
import type { RouterInterface } from '../router/router-interface.ts';

/** A route in a tree of pipelines. */
export interface NamedRoute {
  readonly route: Route;
  readonly router: RouterInterface;
  /** The application that it belongs to. */
  readonly owner: object;
  /** What stands before its path, from the pipeline at the root of the tree. */
  readonly prefix: string;
}

/** The routes of a pipeline and of those within, by name: its own come first. */
export interface NamedRoutes extends Map<string, NamedRoute> {
  /** Whether nothing was attached or registered since. */
  isCurrent?(): boolean;
}
