/** @module-tag full */
import { undoTests } from '../../../packages/cli/test/commands/undo.ts';
import { recordingProject } from './project-commands.ts';

const project = recordingProject('undo');
undoTests(project);
