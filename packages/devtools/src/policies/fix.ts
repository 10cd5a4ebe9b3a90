import { didYouMean, PathPrefix, placeOf } from 'fw-runtime/internal';
import type { RouteRequests, Step } from './route-requests.ts';
import {
  builtIn,
  pipelinesAround,
  type Middleware,
  itemsWithin,
  type Pipeline,
  type RegisteredRoute,
} from './middleware.ts';
import { type Policy, prefixOf } from './policy.ts';

/** The change that fixes a violation. */
export interface PolicyFix {
  /**
   * The type of the change:
   *
   * - `add`: add an entry
   * - `route`: add the guard to the middleware of the route or of its group
   * - `path`: change the path prefix of an entry
   * - `order`: move an entry
   * - `error`: remove `error: true` from an entry
   * - `resume`: move error middleware behind the guard
   * - `policy`: change the policy
   */
  readonly kind: 'add' | 'route' | 'path' | 'order' | 'error' | 'resume' | 'policy';
  /** The key of the entry of `middleware_pipeline`, or else the name of the middleware; absent when the policy must change. */
  readonly entry?: string;
  /** The path prefix to set on the entry; "" means every path. Absent when the path stays. */
  readonly path?: string;
  /** The priority to set on the entry, when the other middleware has priorities. */
  readonly priority?: number;
  /** The middleware that the entry must be registered before; absent when the order stays. */
  readonly ahead?: string;
}

/** Why the guard does not run, as the end of a sentence, and the action to take, as a sentence. */
export interface Advice {
  readonly reason: string;
  readonly advice: string;
  readonly fix: PolicyFix;
}

/** @param late the middleware that the policy's guard must run before */
export function adviceFor(
  policy: Policy,
  { root, application, route }: RegisteredRoute,
  { steps, resuming, paths }: RouteRequests,
  late: Step,
): Advice {
  const { runs, pattern } = policy;
  const all = itemsWithin(root);
  const guards = all.filter(({ names }) => names.has(runs));
  const earlier = new Set(steps.slice(0, steps.indexOf(late)).map(({ item }) => item));
  const skipped = guards.find((guard) => earlier.has(guard));
  if (skipped !== undefined) {
    const handler = resuming.at(-1);
    const shown = handler === undefined ? 'error middleware' : entryText(handler);
    return {
      reason: `if something fails before "${skipped.name}", ${shown} may call the next middleware`,
      advice: `Move ${shown} behind the routes, or "${skipped.name}" behind it.`,
      fix: { kind: 'resume', entry: keyOf(handler ?? skipped) },
    };
  }
  const piped = guards.filter(isPiped);
  const error = piped.find(({ entry }) => entry.error);
  if (error !== undefined) {
    const shown = entryText(error);
    return {
      reason: `${shown} is error middleware, which runs only after an error`,
      advice: `Remove "error: true" from ${shown}.`,
      fix: { kind: 'error', entry: keyOf(error) },
    };
  }
  const beside = piped.filter(({ owner }) => pipelinesAround(application).includes(owner));
  const missed = beside.find(({ below }) => !isBelow(below, paths.texts[0] ?? paths.shown));
  if (missed !== undefined) return pathAdvice(missed, prefixOf(pattern), paths.shown);
  if (beside[0] !== undefined) return orderAdvice(beside[0], late);
  const addition = additionFor(policy, root, route.name, late);
  const [guard] = guards;
  if (guard === undefined) {
    const hint = didYouMean(runs, [...new Set(all.flatMap(({ names }) => [...names]))]);
    return { reason: `no middleware is named "${runs}"${hint && ` (${hint})`}`, ...addition };
  }
  const where = isPiped(guard)
    ? 'in a pipeline that the request does not run through'
    : 'only in the middleware of a route';
  return { reason: `"${runs}" is registered ${where}`, ...addition };
}

function additionFor(policy: Policy, root: Pipeline, route: string, late: Step): Omit<Advice, 'reason'> {
  const { runs, pattern, names, except, before } = policy;
  const path = prefixOf(pattern);
  const isAnywhere = path === '' && pattern !== undefined && pattern[0] !== '**';
  // In the pipeline, the guard would run for routes that the policy is not for, such as a login.
  const concernsOthers = names !== undefined || except.length > 0 || isAnywhere;
  if (concernsOthers && before !== 'dispatch' && before !== 'routing') {
    return {
      advice: `Put ${runs} in front of the handler of the route "${route}", as in [${runs}, …], or register the route in a group that has ${runs}.`,
      fix: { kind: 'route', entry: runs, ahead: route },
    };
  }
  const next = entryIn(root, late.item);
  const isConfigured = root.children.some(({ entry }) => entry.priority !== undefined);
  const priority = (next?.entry.priority ?? 1) + 1;
  const fix = { kind: 'add', entry: runs, path, ...(isConfigured && { priority }) } as const;
  return {
    advice: isConfigured
      ? `Add { middleware: ${runs}${path && `, path: '${path}'`}, priority: ${priority} } to middleware_pipeline.`
      : `Call pipe(${path && `'${path}', `}${runs}) before ${next === undefined ? 'the routes run' : callOf(next)}.`,
    fix: next === undefined ? fix : { ...fix, ahead: next.name },
  };
}

/** @param wanted the prefix of the policy */
function pathAdvice(guard: Middleware, wanted: string, shownPaths: string): Advice {
  const { entry, owner } = guard.array ?? guard;
  const shown = entryText(guard);
  // In an application below a prefix, the path of the entry begins behind the prefix.
  const rest = isBelow(owner.below, wanted) ? wanted.split('/').slice(owner.below.length + 1) : [];
  const path = rest.map((text) => `/${text}`).join('');
  return {
    reason: `${shown} runs only for paths under ${entry.prefix?.text ?? ''}, not for ${shownPaths}`,
    advice: `Give ${shown} ${path === '' ? 'no path' : `the path "${path}"`}.`,
    fix: { kind: 'path', entry: keyOf(guard), path },
  };
}

function orderAdvice(guard: Middleware, late: Step): Advice {
  const top = guard.array ?? guard;
  const shown = entryText(guard);
  const next = entryIn(top.owner, late.item);
  const isInside = next === undefined || next === top;
  const { name } = isInside ? late.item : next;
  const fix = { kind: 'order', entry: keyOf(guard), ahead: name } as const;
  if (isInside) {
    const reason = `${shown} runs "${guard.name}" after "${name}"`;
    return { reason, advice: `Put "${guard.name}" in front of "${name}" in ${shown}.`, fix };
  }
  const reason = `${shown} is registered after ${entryText(next)}`;
  const { priority } = next.entry;
  if (priority === undefined || top.entry.priority === undefined) {
    return { reason, advice: `Pipe ${shown} before ${callOf(next)}.`, fix };
  }
  const advice = `Give ${shown} a priority higher than ${priority}, that of ${entryText(next)}.`;
  return { reason, advice, fix: { ...fix, priority: priority + 1 } };
}

/** The entry that contains the middleware, with the place where the entry was created. */
function entryText(item: Middleware): string {
  const { entry, name } = item.array ?? item;
  const { key, origin } = entry;
  const shown = key === undefined ? `"${name}"` : `the entry "${key}" of middleware_pipeline`;
  return shown + placeOf(origin?.key === undefined ? origin : { file: origin.file });
}

function keyOf(item: Middleware): string {
  const { entry, name } = item.array ?? item;
  return entry.key ?? name;
}

function callOf({ kind, name }: Middleware): string {
  if (kind === 'dispatch') return 'pipeDispatchMiddleware()';
  return kind === 'routing' ? 'pipeRoutingMiddleware()' : `"${name}"`;
}

function isBelow(prefix: readonly string[], path: string): boolean {
  return prefix.length === 0 || PathPrefix.from(prefix.join('/'))?.matches(path) === true;
}

/** Whether middleware is registered in a pipeline, and not for a route. */
function isPiped(item: Pipeline): boolean {
  return pipelinesAround(item).every(({ route }) => route === undefined);
}

/** The entry of a pipeline in which middleware runs. Routes run where they are dispatched. */
function entryIn(pipeline: Pipeline, item: Middleware): Middleware | undefined {
  const { owner, route } = item;
  if (owner !== pipeline) return 'kind' in owner ? entryIn(pipeline, owner) : undefined;
  const entry = route === undefined ? item : builtIn('dispatch', pipeline);
  return entry?.array ?? entry;
}
