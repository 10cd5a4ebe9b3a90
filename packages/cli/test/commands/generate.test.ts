import { generateTests } from './generate.ts';
import { recordedProject } from './project.ts';

generateTests(recordedProject('generate'));
