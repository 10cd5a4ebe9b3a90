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
export { describe } from './inspect/describe.ts';
export type {
  ApplicationDescription,
  ExplainedLayer,
  ExplainedRoute,
  Explanation,
  LayerDescription,
} from './inspect/description.ts';
export type { PlaceholderDescription, RouteDescription } from 'fw-runtime/internal';
export { describeServices, type ServiceDescription } from './inspect/describe-services.ts';
export { registeredNames, type RegisteredNames } from './inspect/registered-names.ts';
export { explain } from './inspect/explain.ts';
export { sampleOf } from './inspect/sample-of.ts';
export {
  type EffectiveLayer,
  effectivePipelines,
  type EffectivePipeline,
  type EffectiveWay,
} from './policies/effective-pipelines.ts';
export type { PolicyFix } from './policies/fix.ts';
export { pipelineSnapshot } from './policies/pipeline-snapshot.ts';
export { policyViolations, type PolicyViolation } from './policies/policy-violations.ts';
