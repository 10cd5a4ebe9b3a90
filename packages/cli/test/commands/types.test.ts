import { typesTests } from './types.ts';
import { recordedProject } from './project.ts';

typesTests(recordedProject('types'));
