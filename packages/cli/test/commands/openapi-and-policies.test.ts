import { openapiAndPoliciesTests } from './openapi-and-policies.ts';
import { recordedProject } from './project.ts';

openapiAndPoliciesTests(recordedProject('openapi-and-policies'));
