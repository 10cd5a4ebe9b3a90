import type { Flag } from '../../command-line/flag.ts';
import { prefixQuestion } from '../generate/engine/common-questions.ts';
import type { Generator } from '../generate/engine/generator.ts';
import type { Site } from '../site.ts';
import { type MiddlewareAddition, middlewareAddition } from './middleware-addition.ts';
import { addSecret } from './secrets.ts';
import { keeping, redis } from './stores.ts';

const upstreamQuestion: Flag<Site> = {
  name: 'upstream',
  placeholder: '<url>',
  message: 'URL of the other server',
  help: 'the URL of the other server, as in http://127.0.0.1:3000',
  initial: () => 'http://127.0.0.1:3000',
  validate: (answer) =>
    /^https?:\/\/[^\s'"\\]+$/.test(answer) && URL.canParse(answer)
      ? undefined
      : `"${answer}" is not the URL of a server: write it as in http://127.0.0.1:3000.`,
};

const MIDDLEWARE: readonly MiddlewareAddition[] = [
  { kind: 'cors', summary: 'lets pages of other origins read what the site answers' },
  {
    kind: 'secure-headers',
    summary: 'tells browsers to take less for granted: a content security policy and its like',
  },
  { kind: 'csrf', summary: 'refuses what pages of other sites send in the name of a user' },
  {
    kind: 'session',
    summary: 'remembers visitors, by a cookie',
    ...keeping('cookie', 'memory', 'redis'),
    packages: ({ store }) => (store === 'cookie' ? { 'iron-webcrypto': '^2.0.0' } : {}),
    hasTestConfig: true,
    more: (change, { store }) => {
      if (store === 'cookie') addSecret(change, 'SESSION_SECRET');
    },
  },
  {
    kind: 'rate-limit',
    summary: 'lets a client ask only so often, and refuses the rest',
    ...keeping('memory', 'redis'),
    packages: { 'rate-limiter-flexible': '^11.4.0' },
    hasTestConfig: true,
  },
  {
    kind: 'jwt',
    summary: 'lets only requests pass that bring a signed token (JWT), below a path',
    questions: [pathQuestion('/api', 'needs a token')],
    packages: { jose: '^6.2.17' },
    hasTestConfig: true,
    more: (change) => addSecret(change, 'JWT_SECRET'),
  },
  {
    kind: 'bearer-auth',
    summary: 'lets only requests pass that bring one of some tokens, below a path',
    questions: [pathQuestion('/internal', 'needs a token')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BEARER_TOKEN'),
  },
  {
    kind: 'basic-auth',
    summary: 'asks for a name and a password, below a path',
    questions: [pathQuestion('/admin', 'asks for a password')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BASIC_AUTH_PASSWORD'),
  },
  {
    kind: 'trusted-proxy',
    summary: 'believes your own proxies, and nobody else, who the client is',
    packages: { 'ipaddr.js': '^2.5.0' },
    needs: 'sockets',
  },
  { kind: 'body-limit', summary: 'limits what is sent, for all of the site and by path' },
  { kind: 'timeout', summary: 'gives up on what takes too long' },
  {
    kind: 'compression',
    summary: 'compresses what is long, for clients that take it',
    needs: 'zlib of Node',
  },
  { kind: 'etag', summary: 'tells a client that it has a response already' },
  {
    kind: 'static',
    summary: 'serves the files of a folder below a path',
    questions: [pathQuestion('/assets', 'is a file of the folder')],
    needs: 'files',
  },
  {
    kind: 'proxy',
    summary: 'passes on what comes below a path to another server',
    questions: [pathQuestion('/upstream', 'is passed on'), upstreamQuestion],
    needs: 'sockets',
  },
  {
    kind: 'negotiate',
    summary: 'chooses the language and the media type that a client prefers',
    packages: { negotiator: '^1.1.0' },
  },
  { kind: 'request-id', summary: 'gives each request an id, by which its lines in the log are found' },
  {
    kind: 'access-log',
    summary: 'logs each request in a line (pino)',
    packages: { pino: '^10.4.0' },
    needs: 'the streams of Node',
    hasTestConfig: true,
  },
  { kind: 'server-timing', summary: 'tells clients how long things took' },
  { kind: 'health', summary: 'tells whether the site lives (/healthz) and is ready (/readyz)' },
  redis,
];

/** The additions from fw-middleware, in the order of the list. */
export const MIDDLEWARE_ADDITIONS: readonly Generator[] = MIDDLEWARE.map(middlewareAddition);

/** The path prefix under which a middleware is registered. */
function pathQuestion(initial: string, what: string): Flag<Site> {
  return {
    ...prefixQuestion(() => initial),
    message: `Path below which everything ${what}`,
    help: `the path below which everything ${what}, as in ${initial}`,
  };
}
