/** @module-tag full */
import { undoTests } from '../../../packages/cli/test/commands/undo.ts';
import { recordingProject } from './site.ts';

const project = recordingProject('undo');
undoTests(project);
