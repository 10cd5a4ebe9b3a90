/** @module-tag full */
import { openapiAndPoliciesTests } from '../../../packages/cli/test/commands/openapi-and-policies.ts';
import { recordingProject } from './project-commands.ts';

const project = recordingProject('openapi-and-policies');
openapiAndPoliciesTests(project);
