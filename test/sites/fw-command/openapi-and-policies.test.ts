/** @module-tag full */
import { openapiAndPoliciesTests } from '../../../packages/create-fw-app/test/fw/commands/openapi-and-policies.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('openapi-and-policies');
openapiAndPoliciesTests(project);
