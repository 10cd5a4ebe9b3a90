import type { Generator } from '../generate/generator.ts';
import { middlewareAdditions } from './middleware-additions.ts';

/** In the order in which they are listed. */
export const additions: readonly Generator[] = [...middlewareAdditions];
