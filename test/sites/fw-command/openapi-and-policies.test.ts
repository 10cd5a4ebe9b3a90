/** @module-tag full */
import { openapiAndPoliciesTests } from '../../../packages/cli/test/commands/openapi-and-policies.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('openapi-and-policies');
openapiAndPoliciesTests(project);
