import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import type * as real from './linear-expression.ts';
import { linearTestWith } from './linear-test.ts';

const require = createRequire(import.meta.url);

/** For Node itself: re2js takes long to load and few sites have an expression for it, so that only the first one loads it. */
export const linearTest: typeof real.linearTest = (source, flags) =>
  linearTestWith(() => (require('re2js') as { RE2JS: typeof RE2JS }).RE2JS, source, flags);
