import { type ApplicationNode, isApplicationNode, type Route } from 'fw-runtime/internal';
import { everyLayer, type Layer, type Mount } from './layout.ts';
import type { PathSet, Question } from './path-set.ts';

/** A layer that a request runs through on its way, and what surely ran before it. */
export interface Step {
  readonly layer: Layer;
  readonly before: readonly Layer[];
}

/** The way of requests to the handler of a route. */
export interface Arrival {
  /** In running order, the handler last. */
  readonly steps: readonly Step[];
  /** Variant A: the error middleware on the way that could go on where a layer before it has failed. */
  readonly resuming: readonly Layer[];
}

/** A route of an application at one of the places where the application is registered. */
export interface Goal {
  readonly mount: Mount;
  readonly route: Route;
}

/** A single request, to check whether it reaches the goal. */
export interface Probe {
  readonly method: string;
  readonly path: string;
  /** Variant A: whether layers may fail on it; else error middleware never runs. */
  readonly mayFail: boolean;
}

/**
 * Follows requests to the handler of a route, through middleware that may call `next`. No middleware runs.
 *
 * @returns how they reach the handler; undefined when they don't; or the property of the paths that decides it
 */
export function walk(root: Mount, goal: Goal, paths: PathSet, probe?: Probe): Arrival | Question | undefined {
  const walking = new Walking(root, goal, paths, probe);
  try {
    walking.through(root.layers, { ran: [], failed: undefined });
  } catch (stop) {
    if (stop instanceof Stop) return stop.result;
    throw stop;
  }
  return undefined;
}

/** Ends a walk where everything is known. */
class Stop {
  readonly result: Arrival | Question | undefined;

  constructor(result: Arrival | Question | undefined) {
    this.result = result;
  }
}

/** The layers that surely have run by now: for requests that continue and, in variant A, for requests that failed. */
interface State {
  ran: readonly Layer[];
  /** Undefined when no layer can have failed. */
  failed: readonly Layer[] | undefined;
}

class Walking {
  readonly #goals = new Map<Mount, Route>();
  readonly #root: Mount;
  readonly #goal: Goal;
  readonly #paths: PathSet;
  readonly #probe: Probe | undefined;
  readonly #steps: Step[] = [];
  readonly #resuming: Layer[] = [];
  /** The routes that the routing of applications has matched so far in the walk. */
  #routed: ReadonlyMap<Mount, Route> = new Map();
  #offset = 0;
  /** Whether all paths surely write the prefixes around as registered. Applications and routing need that (rule P2). */
  #isExact = true;

  constructor(root: Mount, goal: Goal, paths: PathSet, probe: Probe | undefined) {
    this.#root = root;
    this.#goal = goal;
    this.#paths = paths;
    this.#probe = probe;
    let { mount, route }: { mount: Mount | undefined; route: Route | undefined } = goal;
    for (; mount !== undefined; { outer: mount, outerRoute: route } = mount) {
      if (route !== undefined) this.#goals.set(mount, route);
    }
  }

  through(layers: readonly Layer[], state: State): void {
    for (const layer of layers) {
      const outside = this.#offset;
      const routed = this.#routed;
      const isExact = this.#isExact;
      if (layer.prefix.length > 0) {
        const isBelow = this.#paths.isBelow(layer.prefix, outside);
        if (typeof isBelow === 'object') throw new Stop(isBelow);
        if (!isBelow) continue;
        this.#isExact &&= this.#writes(layer.prefix);
        this.#offset += layer.prefix.length;
      }
      if (layer.entry.error) this.#resume(layer, state);
      else this.#enter(layer, state);
      this.#offset = outside;
      this.#isExact = isExact;
      if (layer.prefix.length > 0) this.#routed = routed;
    }
  }

  #enter(layer: Layer, state: State): void {
    const { kind, owner, mount } = layer;
    const isMount = mount !== undefined && isApplicationNode(mount.pipe);
    const mayDiffer = !this.#isExact && (kind === 'routing' || isMount);
    // An application that may have guards rejects such a path. Other applications don't run for it.
    const isRejected = isMount && mount.layers.some(({ entry }) => entry.role === undefined && !entry.error);
    if (mayDiffer && isRejected) state.failed = common(state.failed, state.ran);
    if (mayDiffer && this.#probe !== undefined) {
      if (isRejected && !(this.#probe.mayFail && this.#mayResume)) throw new Stop(undefined);
      return;
    }
    const { ran } = state;
    this.#steps.push({ layer, before: state.ran });
    state.ran = [...state.ran, layer];
    if (kind === 'list') this.#inside(layer.children, state);
    else if (mount !== undefined) {
      this.#isExact ||= isMount;
      this.#inside(mount.layers, state);
    } else state.failed = common(state.failed, state.ran);
    if (kind === 'routing') this.#route(owner);
    else if (kind === 'dispatch') this.#dispatch(owner, state);
    // Paths in another case continue without it.
    if (mayDiffer && !isRejected) state.ran = ran;
  }

  // Errors of these layers reach the error middleware among them first.
  #inside(layers: readonly Layer[], state: State): void {
    const inner: State = { ran: state.ran, failed: undefined };
    this.through(layers, inner);
    state.ran = inner.ran;
    state.failed = common(state.failed, inner.failed);
  }

  /** Error middleware may pass a request on as if nothing had failed (rule A2). */
  #resume(layer: Layer, state: State): void {
    if (state.failed === undefined || this.#probe?.mayFail === false) return;
    if (layer.kind === 'list') {
      this.through(layer.children, state);
      return;
    }
    this.#resuming.push(layer);
    state.ran = common(state.ran, state.failed) ?? [];
  }

  /** Variant A: whether error middleware may pass a rejected request on. */
  get #mayResume(): boolean {
    return everyLayer(this.#root.layers).some(({ entry }) => entry.error);
  }

  #writes(prefix: readonly string[]): boolean {
    return prefix.every((text, index) => {
      const parts = this.#paths.partsAt(this.#offset + index);
      return text === '' || parts.some(({ values }) => values?.every((value) => value === text));
    });
  }

  #route(mount: Mount): void {
    const route = this.#matched(mount);
    if (route !== undefined) this.#routed = new Map([...this.#routed, [mount, route]]);
  }

  /** The route that an application off the way matches is only known for a single request. */
  #matched(mount: Mount): Route | undefined {
    if (this.#probe === undefined) return this.#goals.get(mount);
    const { method, path } = this.#probe;
    const rest = path.slice(1).split('/').slice(this.#offset);
    return (mount.pipe as ApplicationNode).routing.router.match(method, `/${rest.join('/')}`).route;
  }

  #dispatch(mount: Mount, state: State): void {
    const route = this.#routed.get(mount);
    const layers = route && mount.routes.get(route);
    if (layers === undefined) return;
    if (mount !== this.#goal.mount || route !== this.#goal.route) {
      this.#inside(layers, state);
      return;
    }
    this.through(layers.slice(0, -1), state);
    const steps = [...this.#steps, { layer: layers.at(-1) as Layer, before: state.ran }];
    throw new Stop({ steps, resuming: this.#resuming });
  }
}

/** The layers in both arrays, in the order of the first array. */
function common(
  one: readonly Layer[] | undefined,
  other: readonly Layer[] | undefined,
): readonly Layer[] | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : one.filter((layer) => other.includes(layer));
}
