import { randomBytes } from 'node:crypto';
import type { Flag } from '#command-line/flag';
import type { Project } from '../project/project.ts';
import { type MiddlewareAddition, pathQuestion } from './middleware-addition.ts';
import { keeping, redis } from './stores.ts';
import type { Change } from '../generate/engine/change.ts';
import { ENVIRONMENT_FILE } from '../project/files.ts';

/** The server that `fw add proxy` forwards requests to. */
const upstreamQuestion: Flag<Project> = {
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

/** The middleware of fw-middleware, and the Redis client, in the order of the list. */
export const MIDDLEWARE: readonly MiddlewareAddition[] = [
  { kind: 'cors', summary: 'CORS: let pages of other origins read responses', priority: 14_000 },
  {
    kind: 'secure-headers',
    summary: 'Security headers: Content-Security-Policy and others',
    priority: 15_000,
  },
  { kind: 'csrf', summary: 'CSRF protection: reject requests from pages of other sites', priority: 9500 },
  {
    kind: 'session',
    summary: 'Sessions, with a cookie',
    priority: 11_000,
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
    priority: 9850,
    ...keeping('memory', 'redis'),
    packages: { 'rate-limiter-flexible': '^11.4.0' },
    hasTestConfig: true,
  },
  {
    kind: 'jwt',
    summary: 'JWT authentication below a path',
    priority: 9000,
    questions: [pathQuestion('/api', 'requires a token')],
    packages: { jose: '^6.2.17' },
    hasTestConfig: true,
    more: (change) => addSecret(change, 'JWT_SECRET'),
  },
  {
    kind: 'bearer-auth',
    summary: 'Bearer authentication with fixed tokens below a path',
    priority: 9000,
    questions: [pathQuestion('/internal', 'requires a token')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BEARER_TOKEN'),
  },
  {
    kind: 'basic-auth',
    summary: 'Basic authentication (username and password) below a path',
    priority: 9000,
    questions: [pathQuestion('/admin', 'requires a password')],
    hasTestConfig: true,
    more: (change) => addSecret(change, 'BASIC_AUTH_PASSWORD'),
  },
  {
    kind: 'trusted-proxy',
    summary: 'Trust X-Forwarded-* headers from your proxies only',
    priority: 20_000,
    packages: { 'ipaddr.js': '^2.5.0' },
    needs: 'sockets',
  },
  {
    kind: 'body-limit',
    summary: 'Limit the size of request bodies, for the app and by path',
    priority: 9800,
  },
  { kind: 'timeout', summary: 'Time out slow requests', priority: 9900 },
  { kind: 'compression', summary: 'Compress large responses', priority: 16_000, needs: 'zlib of Node' },
  { kind: 'etag', summary: 'ETags: respond 304 to clients that already have a response', priority: 13_500 },
  {
    kind: 'static',
    summary: 'Serve static files from a folder below a path',
    priority: 11_500,
    questions: [pathQuestion('/assets', 'is a file of the folder')],
    needs: 'files',
  },
  {
    kind: 'proxy',
    summary: 'Reverse proxy: forward requests below a path to another server',
    priority: 1000,
    questions: [pathQuestion('/upstream', 'is forwarded'), upstreamQuestion],
    needs: 'sockets',
  },
  {
    kind: 'negotiate',
    summary: 'Negotiate the language and the media type that a client prefers',
    priority: 9200,
    packages: { negotiator: '^1.1.0' },
  },
  { kind: 'request-id', summary: 'Give each request an id, which also appears in the log', priority: 19_000 },
  {
    kind: 'access-log',
    summary: 'Log each request in one line (pino)',
    priority: 18_000,
    packages: { pino: '^10.4.0' },
    needs: 'the streams of Node',
    hasTestConfig: true,
  },
  { kind: 'server-timing', summary: 'Report durations to clients (Server-Timing)', priority: 17_000 },
  { kind: 'health', summary: 'Health checks: liveness (/healthz) and readiness (/readyz)', priority: 21_000 },
  redis,
];

/** Creates a secret for this machine in the project's `.env`, unless it exists. */
function addSecret(change: Change, name: string): void {
  const line = `${name}=${randomBytes(32).toString('base64')}`;
  change.edit(
    ENVIRONMENT_FILE,
    '',
    (text) => {
      if (new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, 'm').test(text)) return text;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}${eol}`;
    },
    line,
  );
}
