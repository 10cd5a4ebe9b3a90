import type { Flag } from '../../../command-line/src/flag.ts';
import { prefixQuestion } from '../generate/engine/common-questions.ts';
import type { Generator } from '../generate/engine/generator.ts';
import type { Site } from '../site/site.ts';
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
  { kind: 'cors', summary: 'CORS: let pages of other origins read responses' },
  {
    kind: 'secure-headers',
    summary: 'Security headers: Content-Security-Policy and others',
  },
  { kind: 'csrf', summary: 'CSRF protection: reject requests from pages of other sites' },
  {
    kind: 'session',
    summary: 'Sessions, with a cookie',
    ...keeping('cookie', 'memory', 'redis'),
    packages: ({ store }) => (store === 'cookie' ? { 'iron-webcrypto': '^2.0.0' } : {}),
    hasTestConfig: true,
    more: (change, { store }) => {
      if (store === 'cookie') addSecret(change, 'SESSION_SECRET');
    },
  },
  {
    kind: 'rate-limit',
    summary: 'Rate limiting: reject clients that send too many requests',
    ...keeping('memory', 'redis'),
    packages: { 'rate-limiter-flexible': '^11.4.0' },
    hasTestConfig: true,
  },
  {
    kind: 'jwt',
    summary: 'JWT authentication below a path',
    questions: [pathQuestion('/api', 'requires a token')],
    packages: { jose: '^6.2.17' },
    hasTestConfig: true,
    more: (change) => addSecret(change, 'JWT_SECRET'),
  },
  {
    kind: 'bearer-auth',
    summary: 'Bearer authentication with fixed tokens below a path',
    questions: [pathQuestion('/internal', 'requires a token')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BEARER_TOKEN'),
  },
  {
    kind: 'basic-auth',
    summary: 'Basic authentication (username and password) below a path',
    questions: [pathQuestion('/admin', 'requires a password')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BASIC_AUTH_PASSWORD'),
  },
  {
    kind: 'trusted-proxy',
    summary: 'Trust X-Forwarded-* headers from your proxies only',
    packages: { 'ipaddr.js': '^2.5.0' },
    needs: 'sockets',
  },
  { kind: 'body-limit', summary: 'Limit the size of request bodies, for the app and by path' },
  { kind: 'timeout', summary: 'Time out slow requests' },
  {
    kind: 'compression',
    summary: 'Compress large responses',
    needs: 'zlib of Node',
  },
  { kind: 'etag', summary: 'ETags: respond 304 to clients that already have a response' },
  {
    kind: 'static',
    summary: 'Serve static files from a folder below a path',
    questions: [pathQuestion('/assets', 'is a file of the folder')],
    needs: 'files',
  },
  {
    kind: 'proxy',
    summary: 'Reverse proxy: forward requests below a path to another server',
    questions: [pathQuestion('/upstream', 'is forwarded'), upstreamQuestion],
    needs: 'sockets',
  },
  {
    kind: 'negotiate',
    summary: 'Negotiate the language and the media type that a client prefers',
    packages: { negotiator: '^1.1.0' },
  },
  { kind: 'request-id', summary: 'Give each request an id, which also appears in the log' },
  {
    kind: 'access-log',
    summary: 'Log each request in one line (pino)',
    packages: { pino: '^10.4.0' },
    needs: 'the streams of Node',
    hasTestConfig: true,
  },
  { kind: 'server-timing', summary: 'Report durations to clients (Server-Timing)' },
  { kind: 'health', summary: 'Health checks: liveness (/healthz) and readiness (/readyz)' },
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
