import { didYouMean } from 'fw-runtime/internal';
import { type Layer, layersWithin, type Mount } from './layout.ts';
import {
  entryText,
  everyMount,
  isAhead,
  isMissedByPath,
  isPiped,
  isTopAhead,
  keyOf,
  priorityAhead,
  topDispatch,
  topIn,
  topOf,
} from './layer-place.ts';
import { prefixOf, type Policy } from './policy.ts';
import type { Goal, Step } from './walk.ts';
import type { Way } from './ways.ts';

/** The change that fixes a violation. */
export interface PolicyFix {
  /**
   * The type of the change:
   *
   * - `add`: add an entry
   * - `route`: add the layer to the middleware of the route or of its group
   * - `path`: change the path prefix of an entry
   * - `order`: move an entry
   * - `error`: remove `error: true` from an entry
   * - `resume`: move error middleware behind the layer
   * - `policy`: change the policy
   */
  readonly kind: 'add' | 'route' | 'path' | 'order' | 'error' | 'resume' | 'policy';
  /**
   * The key of the entry of `middleware_pipeline`, or else the name of the middleware; absent when the policy itself
   * must change.
   */
  readonly entry?: string;
  /** The path prefix to set on the entry; "" means every path. Absent when the path stays. */
  readonly path?: string;
  /** The priority to set on the entry, when the other middleware has priorities. */
  readonly priority?: number;
  /** The middleware that the entry must be registered before; absent when the order stays. */
  readonly ahead?: string;
}

export interface Advice {
  /** Why the layer does not run, as the end of a sentence. */
  readonly reason: string;
  /** The action to take, as a sentence. */
  readonly advice: string;
  readonly fix: PolicyFix;
}

/** @param late the layer that the policy's layer must run before */
export function adviceFor(root: Mount, policy: Policy, goal: Goal, way: Way, late: Step): Advice {
  const { runs } = policy;
  const all = layersWithin(root);
  const guards = all.filter(({ names }) => names.has(runs));
  const reached = new Set(way.steps.map(({ layer }) => layer));
  const path = prefixOf(policy.every);
  const addition = (): Omit<Advice, 'reason'> =>
    concernsOthers(policy, path) ? addToRoute(runs, goal) : add(root, runs, path, goal);
  if (guards.length === 0) {
    const names = all.flatMap((layer) => [...layer.names]);
    const suggestion = didYouMean(runs, names);
    const reason = `no middleware is named "${runs}"${suggestion === '' ? '' : ` (${suggestion})`}`;
    return { reason, ...addition() };
  }
  const skipped = guards.find((layer) => reached.has(layer) && isAhead(way, layer, late));
  if (skipped !== undefined) return resumeAdvice(skipped, way);
  const piped = guards.filter((layer) => isPiped(root, layer));
  const error = piped.find(({ entry }) => entry.error);
  if (error !== undefined) {
    const shown = entryText(error);
    return {
      reason: `${shown} is error middleware, which runs only after an error`,
      advice: `Remove "error: true" from ${shown}.`,
      fix: { kind: 'error', entry: keyOf(error) },
    };
  }
  const isBeside = (layer: Layer): boolean => everyMount(goal.mount).includes(layer.owner);
  const beside = piped.filter(isBeside);
  const below = beside.find((layer) => !reached.has(layer) && isMissedByPath(layer, way));
  if (below !== undefined) return pathAdvice(below, path, way, late);
  const after = beside[0];
  if (after !== undefined) return orderAdvice(after, late);
  const [guard] = guards as [Layer];
  const where = isPiped(root, guard)
    ? 'in a pipeline that the request does not run through'
    : 'only in the middleware of a route';
  return { reason: `"${runs}" is registered ${where}`, ...addition() };
}

/** Whether a pipe under the policy's path would run for routes that the policy is not for, such as a login. */
function concernsOthers({ every, names, except, before }: Policy, path: string): boolean {
  if (before === 'dispatch' || before === 'routing') return false;
  return (
    names !== undefined || except.length > 0 || (path === '' && every !== undefined && every[0] !== '**')
  );
}

function addToRoute(runs: string, { route }: Goal): Omit<Advice, 'reason'> {
  const { name } = route;
  return {
    advice: `Put ${runs} in front of the handler of the route "${name}", as in [${runs}, …], or register the route in a group that has ${runs}.`,
    fix: { kind: 'route', entry: runs, ahead: name },
  };
}

function add(root: Mount, runs: string, path: string, { mount }: Goal): Omit<Advice, 'reason'> {
  const dispatch = topDispatch(mount);
  const priority = dispatch?.entry.priority;
  const isConfigured = root.layers.some(({ entry }) => entry.priority !== undefined);
  const where = path === '' ? '' : `, path: '${path}'`;
  const advice = isConfigured
    ? `Add { middleware: ${runs}${where}, priority: ${(priority ?? 1) + 1} } to middleware_pipeline.`
    : `Call pipe(${path === '' ? '' : `'${path}', `}${runs}) before ${dispatch === undefined ? 'the routes run' : callOf(dispatch)}.`;
  const ahead = dispatch?.name;
  return {
    advice,
    fix: {
      kind: 'add',
      entry: runs,
      path,
      ...(isConfigured && { priority: (priority ?? 1) + 1 }),
      ...(ahead !== undefined && { ahead }),
    },
  };
}

function callOf(layer: Layer): string {
  const { kind, name } = layer;
  if (kind === 'dispatch') return 'pipeDispatchMiddleware()';
  return kind === 'routing' ? 'pipeRoutingMiddleware()' : `"${name}"`;
}

function pathAdvice(layer: Layer, wanted: string, way: Way, late: Step): Advice {
  const top = topOf(layer);
  const shown = entryText(layer);
  const prefix = top.entry.prefix?.text ?? '';
  const outside = top.below.slice(0, top.below.length - top.prefix.length);
  const segments = wanted.split('/').slice(1);
  const isInside = outside.every(
    (literal, index) => literal.toLowerCase() === segments[index]?.toLowerCase(),
  );
  const rest = isInside ? segments.slice(outside.length) : [];
  const path = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const isLate = !isTopAhead(top, late);
  const priority = isLate ? priorityAhead(late, top) : undefined;
  const also = priority === undefined ? '' : ` and the priority ${priority}`;
  return {
    reason: `${shown} runs only for paths under ${prefix}, not for ${way.paths.shown}`,
    advice: `Give ${shown} ${path === '' ? 'no path' : `the path "${path}"`}${also}.`,
    fix: {
      kind: 'path',
      entry: keyOf(layer),
      path,
      ...(priority !== undefined && { priority }),
      ...(isLate && { ahead: topIn(late.layer, top.owner)?.name ?? late.layer.name }),
    },
  };
}

function orderAdvice(guard: Layer, late: Step): Advice {
  const top = topOf(guard);
  const ahead = topIn(late.layer, top.owner);
  const shown = entryText(guard);
  if (ahead === undefined || ahead === top) {
    const inner = late.layer.name;
    return {
      reason: `${shown} runs "${guard.name}" after "${inner}"`,
      advice: `Put "${guard.name}" in front of "${inner}" in ${shown}.`,
      fix: { kind: 'order', entry: keyOf(guard), ahead: inner },
    };
  }
  const priority = priorityAhead(late, top);
  return {
    reason: `${shown} is registered after ${entryText(ahead)}`,
    advice:
      priority === undefined
        ? `Pipe ${shown} before ${callOf(ahead)}.`
        : `Give ${shown} a priority higher than ${priority - 1}, that of ${entryText(ahead)}.`,
    fix: {
      kind: 'order',
      entry: keyOf(guard),
      ahead: ahead.name,
      ...(priority !== undefined && { priority }),
    },
  };
}

function resumeAdvice(guard: Layer, { resuming }: Way): Advice {
  const [handler] = resuming.toReversed();
  const shown = handler === undefined ? 'error middleware' : entryText(handler);
  return {
    reason: `if something fails before "${guard.name}", ${shown} may call the next middleware`,
    advice: `Move ${shown} behind the routes, or "${guard.name}" behind it.`,
    fix: { kind: 'resume', entry: handler === undefined ? guard.name : keyOf(handler) },
  };
}
