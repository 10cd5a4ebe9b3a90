import type { MadeCall } from '../edit/calls.ts';
import { quoted } from '../edit/code.ts';
import type { Change } from '../generate/engine/change.ts';
import { camelCase } from '../generate/engine/names.ts';
import { registerByCall } from '../generate/routes/register-by-call.ts';

const PIPELINE_FILE = 'config/pipeline.ts';

/**
 * The priorities of fw-middleware's middleware, as its providers set them: higher ones run first. An app's error
 * handler has 10 000, and routing and dispatching have 1.
 */
export const PRIORITIES: Readonly<Record<string, number>> = {
  health: 21_000,
  'trusted-proxy': 20_000,
  'request-id': 19_000,
  'access-log': 18_000,
  'server-timing': 17_000,
  compression: 16_000,
  'secure-headers': 15_000,
  cors: 14_000,
  etag: 13_500,
  static: 11_500,
  session: 11_000,
  timeout: 9900,
  'rate-limit': 9850,
  'body-limit': 9800,
  csrf: 9500,
  negotiate: 9200,
  'basic-auth': 9000,
  'bearer-auth': 9000,
  jwt: 9000,
  proxy: 1000,
};
const ERROR_HANDLER_PRIORITY = 10_000;

/** Pipes a middleware of fw-middleware by a call, in order among the middleware with known priority. */
export function pipeInOrder(change: Change, name: string, path: string): void {
  const priority = PRIORITIES[name] ?? 1;
  registerByCall(change, PIPELINE_FILE, {
    imports: [],
    print: (style) => {
      const prefix = path === '' ? '' : `${quoted(path, style)}, `;
      return `.pipe(${prefix}${quoted(`fw-middleware/${name}`, style)})`;
    },
    before: (call) => (priorityOf(call) ?? Infinity) < priority,
  });
}

/** The priority of a piped middleware; undefined for the project's own. */
function priorityOf({ method, args }: MadeCall): number | undefined {
  if (method === 'pipeRoutingMiddleware' || method === 'pipeDispatchMiddleware') return 1;
  if (method !== 'pipe') return undefined;
  const piped = args.at(-1) ?? '';
  if (/^['"]?ErrorHandler\b/.test(piped)) return ERROR_HANDLER_PRIORITY;
  const name = /^['"]fw-middleware\/([\w-]+)['"]$/.exec(piped)?.[1];
  if (name !== undefined) return PRIORITIES[name];
  // Middleware created by a call: cors({ … }).
  const called = /^(\w+)\(/.exec(piped)?.[1];
  return Object.entries(PRIORITIES).find(([each]) => camelCase(each) === called)?.[1];
}
