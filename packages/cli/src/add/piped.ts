import type { AddedCall } from '../edit/calls.ts';
import { quoted } from '../edit/code.ts';
import type { Change } from '../generate/engine/change.ts';
import { camelCase } from '../generate/engine/names.ts';
import { registerByCall } from '../generate/engine/pipeline-entry.ts';

const PIPELINE_FILE = 'config/pipeline.ts';

/**
 * The priorities of fw-middleware's middleware by their names, as in `rate-limit`: higher ones run first. An app's
 * error handler has 10 000, and routing and dispatching have 1.
 */
export type Priorities = Readonly<Record<string, number>>;

const ERROR_HANDLER_PRIORITY = 10_000;

/** Pipes a middleware of fw-middleware by a call, in order among the middleware with known priority. */
export function pipeInOrder(change: Change, name: string, path: string, priorities: Priorities): void {
  const priority = priorities[name] ?? 1;
  registerByCall(change, PIPELINE_FILE, {
    imports: [],
    print: (style) => {
      const prefix = path === '' ? '' : `${quoted(path, style)}, `;
      return `.pipe(${prefix}${quoted(`fw-middleware/${name}`, style)})`;
    },
    before: (call) => (priorityOf(call, priorities) ?? Infinity) < priority,
  });
}

/** The priority of a piped middleware; undefined for the project's own. */
function priorityOf({ method, args }: AddedCall, priorities: Priorities): number | undefined {
  if (method === 'pipeRoutingMiddleware' || method === 'pipeDispatchMiddleware') return 1;
  if (method !== 'pipe') return undefined;
  const piped = args.at(-1) ?? '';
  if (/^['"]?ErrorHandler\b/.test(piped)) return ERROR_HANDLER_PRIORITY;
  const name = /^['"]fw-middleware\/([\w-]+)['"]$/.exec(piped)?.[1];
  if (name !== undefined) return priorities[name];
  // Middleware created by a call: cors({ … }).
  const called = /^(\w+)\(/.exec(piped)?.[1];
  return Object.entries(priorities).find(([each]) => camelCase(each) === called)?.[1];
}
