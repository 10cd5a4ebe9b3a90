/** @module-tag full */
import { routeTests } from '../../../packages/cli/test/commands/route.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('route');
routeTests(project);
