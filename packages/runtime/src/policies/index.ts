/**
 * Rules that an application keeps, proven over its whole pipeline.
 *
 * @example expect(await policyViolations(app)).toEqual([]);
 *
 * @module
 */
export { policyViolations } from './policy-violations.ts';
export { effectivePipelines } from './effective-pipelines.ts';
export { pipelineSnapshot } from './pipeline-snapshot.ts';
export type { PolicyViolation } from './policy-violations.ts';
export type { PolicyFix } from './fix.ts';
export type { EffectiveLayer, EffectivePipeline, EffectiveWay } from './effective-pipelines.ts';
