import { inject } from 'vitest';
import { outcomeOf } from './in-background.ts';

// Before each file of tests, so that its own time limits begin when all is there.
await outcomeOf(inject('told'));
