/**
 * Looks into an application without serving it, and proves its policies. Importing it attaches nothing to applications.
 *
 * @example
 * const { pipeline, routes } = describe(app);
 * const { route, layers, close } = explain(app, 'GET', '/post/42');
 * expect(await policyViolations(app)).toEqual([]);
 *
 * @module
 */
export { describe } from './describe/describe.ts';
export type {
  ApplicationDescription,
  ExplainedLayer,
  ExplainedRoute,
  Explanation,
  LayerDescription,
} from './describe/description.ts';
export type { PlaceholderDescription, RouteDescription } from 'fw-runtime/internal';
export { describeServices, type ServiceDescription } from './describe/describe-services.ts';
export { registeredNames, type RegisteredNames } from './describe/registered-names.ts';
export { explain } from './describe/explain.ts';
export { sampleOf } from './sample-of.ts';
export {
  type EffectiveLayer,
  effectivePipelines,
  type EffectivePipeline,
  type EffectiveWay,
  pipelineSnapshot,
} from './policies/effective-pipelines.ts';
export type { PolicyFix } from './policies/fix.ts';
export { policyViolations, type PolicyViolation } from './policies/policy-violations.ts';
