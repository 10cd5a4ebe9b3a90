import type { Generator } from '../generate/generator.ts';
import { middlewareAddition } from './middleware-addition.ts';
import { session } from './session.ts';

/** The additions that stand on fw-middleware, in the order in which they are listed. */
export const middlewareAdditions: readonly Generator[] = [
  middlewareAddition({ kind: 'cors', summary: 'lets pages of other origins read what the site answers' }),
  middlewareAddition({
    kind: 'secure-headers',
    summary: 'tells browsers to take less for granted: a content security policy and its like',
  }),
  middlewareAddition({
    kind: 'csrf',
    summary: 'refuses what pages of other sites send in the name of a user',
  }),
  middlewareAddition(session),
  middlewareAddition({
    kind: 'compression',
    summary: 'compresses what is long, for clients that take it',
    needs: 'zlib of Node',
  }),
  middlewareAddition({ kind: 'etag', summary: 'tells a client that it has a response already' }),
  middlewareAddition({
    kind: 'request-id',
    summary: 'gives each request an id, by which its lines in the log are found',
  }),
  middlewareAddition({
    kind: 'access-log',
    summary: 'logs each request in a line (pino)',
    packages: { pino: '^10.4.0' },
    needs: 'the streams of Node',
    hasTestConfig: true,
  }),
];
