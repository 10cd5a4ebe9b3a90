import { showTests } from './show.ts';
import { recordedProject } from './project.ts';

showTests(recordedProject('show'));
