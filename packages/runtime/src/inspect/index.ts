/**
 * Looks into an application without running its middleware.
 *
 * @example
 * const { pipeline, routes } = describe(app);
 * const { route, layers, close } = explain(app, 'GET', '/post/42');
 *
 * @module
 */
export { describe } from './describe.ts';
export type {
  ApplicationDescription,
  ExplainedLayer,
  ExplainedRoute,
  Explanation,
  LayerDescription,
  PlaceholderDescription,
  RouteDescription,
} from './description.ts';
export { explain } from './explain.ts';
