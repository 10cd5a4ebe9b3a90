import { routeTests } from './route.ts';
import { recordedProject } from './project.ts';

routeTests(recordedProject('route'));
