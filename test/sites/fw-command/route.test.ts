/** @module-tag full */
import { routeTests } from '../../../packages/create-fw-app/test/fw/commands/route.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('route');
routeTests(project);
