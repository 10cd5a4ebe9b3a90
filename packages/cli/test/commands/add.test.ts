import { addTests } from './add.ts';
import { recordedProject } from './project.ts';

addTests(recordedProject('add'));
