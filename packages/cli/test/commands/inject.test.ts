import { injectTests } from './inject.ts';
import { recordedProject } from './project.ts';

injectTests(recordedProject('inject'));
