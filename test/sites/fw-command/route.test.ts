/** @module-tag full */
import { routeTests } from '../../../packages/cli/test/commands/route.ts';
import { recordingProject } from './project-commands.ts';

const project = recordingProject('route');
routeTests(project);
