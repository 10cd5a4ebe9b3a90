/** @module-tag full */
import { undoTests } from '../../../packages/create-fw-app/test/fw/commands/undo.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('undo');
undoTests(project);
