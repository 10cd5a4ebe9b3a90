import { isApplicationNode, type Route } from 'fw-runtime/internal';
import { type Middleware, type Pipeline, pipelinesAround, type RegisteredRoute } from './middleware.ts';
import { type Paths, pathsOf } from './route-paths.ts';

/** A middleware that a request runs through, and the middleware that surely ran before it. */
export interface Step {
  readonly item: Middleware;
  readonly before: readonly Middleware[];
}

/** Requests for a route that run through the same middleware. */
export interface RouteRequests {
  readonly paths: Paths;
  /** In running order, the handler last. */
  readonly steps: readonly Step[];
  /** Variant A: the error middleware that could call `next` after middleware before it has failed. */
  readonly resuming: readonly Middleware[];
}

/** A request that reaches a handler. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** Whether the request surely reaches the handler. It only may when middleware fails, or when no path can be guessed. */
  readonly proven: boolean;
}

const ANY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PURGE'];
/** Paths that a prefix in front of the handler may reject with 400 (rule P2). */
const AMBIGUOUS = /\/\/|;|%(?:2F|5C|00)/;

/** The requests for a route that match a pattern, if the router selects the route for them. */
export function requestsFor(route: RegisteredRoute, pattern?: readonly string[]): RouteRequests[] {
  return pathsOf(route, pattern).flatMap((paths) => {
    const followed = follow(route, paths.texts[0] ?? paths.shown, true);
    return followed === undefined ? [] : [{ ...followed, paths }];
  });
}

/**
 * Finds a request that reaches the handler of a route on one of these paths.
 *
 * @param isMeant selects the requests to look for
 * @returns undefined when surely no request does, since other routes handle these paths
 */
export function exampleOf(
  registered: RegisteredRoute,
  { shown, texts, isComplete }: Paths,
  isMeant: (followed: Pick<RouteRequests, 'steps'>) => boolean = () => true,
): ExampleRequest | undefined {
  const candidates = registered.route.methods?.concat('GET', 'HEAD') ?? ANY_METHOD;
  let failing: ExampleRequest | undefined;
  for (const path of texts) {
    const reaches = (method: string, mayFail: boolean): boolean => {
      const followed = follow(registered, path, mayFail, method);
      return followed !== undefined && isMeant(followed);
    };
    const possible = candidates.filter((method) => reaches(method, true));
    const sure = AMBIGUOUS.test(path) ? undefined : possible.find((method) => reaches(method, false));
    if (sure !== undefined) return { method: sure, path, proven: true };
    if (possible[0] !== undefined) failing ??= { method: possible[0], path, proven: false };
  }
  if (isComplete || failing !== undefined) return failing;
  return { method: candidates[0] ?? 'GET', path: texts[0] ?? shown, proven: false };
}

/**
 * Follows a request to the handler of a route, through middleware that may call `next`. No middleware runs.
 *
 * @param mayFail variant A: whether middleware may fail; otherwise error middleware never runs
 * @param method when absent, the applications on the way to the handler are assumed to match it, and no other application
 * @returns undefined when the request doesn't reach the handler
 */
function follow(target: RegisteredRoute, path: string, mayFail: boolean, method?: string) {
  const steps: Step[] = [];
  const resuming: Middleware[] = [];
  // The routes that contain the application, and its own route.
  const assumed = new Map([[target.application, target.route]]);
  for (const { owner, route } of pipelinesAround(target.application)) {
    if (owner !== undefined && route !== undefined) assumed.set(owner, route);
  }
  let routed: ReadonlyMap<Pipeline, Route> = new Map();
  let reached: Omit<RouteRequests, 'paths'> | undefined;
  through(target.root.children, { path, isExact: true }, { ran: [], failed: undefined });
  return reached;

  /** @returns whether the request has reached the handler */
  function through(list: readonly Middleware[], { path, isExact }: Position, state: State): boolean {
    for (const item of list) {
      const { prefix, error } = item.entry;
      if (prefix?.matches(path) === false || (!error && state.ran === undefined)) continue;
      const position = {
        path: prefix === undefined ? path : path.slice(prefix.lengthIn(path)) || '/',
        isExact: isExact && path.startsWith(prefix?.text ?? ''),
      };
      const routedOutside = routed;
      if (error ? resume(item, position, state) : enter(item, position, state)) return true;
      if (prefix !== undefined) routed = routedOutside;
    }
    return false;
  }

  function enter(item: Middleware, position: Position, state: State): boolean {
    const { kind, node, children, owner } = item;
    if (!position.isExact && (isApplicationNode(node) || kind === 'routing')) {
      // An application that may have guards rejects such a path. Other applications and routing don't run for it (rule P2).
      if (children.some(({ entry }) => entry.role === undefined && !entry.error)) {
        state.failed = common(state.failed, state.ran);
        state.ran = undefined;
      }
      return false;
    }
    const { ran: before = [] } = state;
    steps.push({ item, before });
    state.ran = [...before, item];
    if (kind !== 'list' && node === undefined) state.failed = common(state.failed, state.ran);
    else if (inside(children, position, state)) return true;
    if (kind === 'routing') {
      const { router } = owner.node?.routing ?? {};
      const route = method === undefined ? assumed.get(owner) : router?.match(method, position.path).route;
      if (route !== undefined) routed = new Map([...routed, [owner, route]]);
    }
    return kind === 'dispatch' && dispatch(owner, position, state);
  }

  // Errors of this middleware reach the error middleware among them first.
  function inside(list: readonly Middleware[], position: Position, state: State): boolean {
    const inner: State = { ran: state.ran, failed: undefined };
    const isReached = through(list, position, inner);
    state.ran = inner.ran;
    state.failed = common(state.failed, inner.failed);
    return isReached;
  }

  /** Error middleware may call `next` as if nothing had failed (rule A2). */
  function resume(item: Middleware, position: Position, state: State): boolean {
    if (state.failed === undefined || !mayFail) return false;
    if (item.kind === 'list') return through(item.children, position, state);
    resuming.push(item);
    state.ran = common(state.ran, state.failed);
    return false;
  }

  function dispatch(application: Pipeline, position: Position, state: State): boolean {
    const route = routed.get(application);
    const list = route && application.routes.get(route);
    if (list === undefined) return false;
    if (application !== target.application || route !== target.route) return inside(list, position, state);
    through(list.slice(0, -1), position, state);
    if (state.ran === undefined) return false;
    reached = { steps: [...steps, { item: list.at(-1) as Middleware, before: state.ran }], resuming };
    return true;
  }
}

/** The rest of the path, and whether the prefixes before it are written as registered. */
interface Position {
  readonly path: string;
  readonly isExact: boolean;
}

/** The middleware that surely has run: for requests that continue, and for requests that failed; undefined without such requests. */
interface State {
  ran: readonly Middleware[] | undefined;
  failed: readonly Middleware[] | undefined;
}

/** The middleware in both arrays, in the order of the first array. */
function common(one: State['failed'], other: State['failed']): State['failed'] {
  return one && other ? one.filter((item) => other.includes(item)) : (one ?? other);
}
