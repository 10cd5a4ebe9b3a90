import { inject } from 'vitest';
import { outcomeOf } from './in-background.ts';

// This runs before each test file, so the time limits of its tests start after the work.
await outcomeOf(inject('outcome'));
