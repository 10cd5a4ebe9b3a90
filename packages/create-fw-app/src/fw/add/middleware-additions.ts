import type { Generator } from '../generate/generator.ts';
import { middlewareAddition } from './middleware-addition.ts';

/** The additions that are a middleware of fw-middleware, in the order in which they are listed. */
export const middlewareAdditions: readonly Generator[] = [
  middlewareAddition({ kind: 'cors', summary: 'lets pages of other origins read what the site answers' }),
  middlewareAddition({
    kind: 'request-id',
    summary: 'gives each request an id, by which its lines in the log are found',
  }),
];
