import { undoTests } from './undo.ts';
import { recordedProject } from './project.ts';

undoTests(recordedProject('undo'));
