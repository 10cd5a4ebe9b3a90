import {
  type Entry,
  isApplicationNode,
  isList,
  isPipelineNode,
  isServiceId,
  type PipelineNode,
  type Route,
  type ServiceId,
} from 'fw-runtime/internal';

/** An application, a pipe or an array of middleware, at one of the places where it is registered. */
export interface Pipeline {
  /** The pipe or application that it is registered in. */
  readonly owner: Pipeline | undefined;
  /** The route that it is registered for. */
  readonly route: Route | undefined;
  /** The segments of the prefixes around it and of its own prefix. */
  readonly below: readonly string[];
  /** Undefined for an array. */
  readonly node: PipelineNode | undefined;
  readonly children: Middleware[];
  /** The middleware of each route of an application, the handler last. */
  readonly routes: Map<Route, readonly Middleware[]>;
}

/** A middleware at one place, which may be a pipeline. The same middleware at two places is two objects. */
export interface Middleware extends Pipeline {
  readonly owner: Pipeline | Middleware;
  /** The outermost array around it. */
  readonly array: Middleware | undefined;
  readonly kind: 'middleware' | 'list' | 'pipe' | 'routing' | 'dispatch';
  /** The name in messages. */
  readonly name: string;
  /** The names that a policy may use. */
  readonly names: ReadonlySet<string>;
  readonly entry: Entry;
}

/** A route of an application, at one of the places where the application is registered. */
export interface RegisteredRoute {
  readonly root: Pipeline;
  readonly application: Pipeline;
  readonly route: Route;
}

/**
 * Collects the middleware of an application. The container creates the services that are pipelines.
 *
 * @param wanted the names in policies, which may be the ids of services
 */
export async function pipelineOf(node: PipelineNode, wanted: readonly string[] = []): Promise<Pipeline> {
  const root = { owner: undefined, route: undefined, below: [], node, children: [], routes: new Map() };
  await addItems(root, wanted);
  return root;
}

async function addItems(pipeline: Pipeline, wanted: readonly string[]): Promise<void> {
  const { node, below, children, routes } = pipeline;
  const place = { below, owner: pipeline, array: undefined, route: undefined };
  for (const entry of node?.entries ?? []) children.push(await itemAt(entry, place, wanted));
  const dispatch = builtIn('dispatch', pipeline);
  if (!isApplicationNode(node) || dispatch === undefined) return;
  for (const route of node.routing.list) {
    const entry = node.routing.entryOf(route);
    const inside = { ...place, below: dispatch.below, route };
    if (entry !== undefined) routes.set(route, inRoute(await itemAt(entry, inside, wanted)));
  }
}

type Place = Pick<Middleware, 'below' | 'route' | 'owner' | 'array'>;

async function itemAt(entry: Entry, place: Place, wanted: readonly string[]): Promise<Middleware> {
  const { target, role, key, prefix } = entry;
  const { owner } = place;
  const value = isList(target) ? undefined : target.value;
  const service = isServiceId(value) ? await serviceOf(value, owner.node) : value;
  const isInItself = pipelinesAround(owner).some(({ node }) => node === service);
  const isNested = role === undefined && isPipelineNode(service) && !isInItself;
  const ids = service === undefined || role ? [] : await idsOf(service, owner, wanted);
  const below = [...place.below, ...(prefix?.text.slice(1).split('/') ?? [])];
  const item: Middleware = {
    ...place,
    kind: role ?? (isList(target) ? 'list' : isNested ? 'pipe' : 'middleware'),
    name: isList(target) && key !== undefined ? key : entry.name,
    names: new Set([entry.name, ...ids, ...(key === undefined ? [] : [key])]),
    entry,
    below,
    node: isNested ? service : undefined,
    children: [],
    routes: new Map(),
  };
  await addItems(item, wanted);
  const inside = { ...place, below, array: place.array ?? item };
  for (const each of isList(target) ? target : []) item.children.push(await itemAt(each, inside, wanted));
  return item;
}

/** The middleware of a route, without the arrays and pipes around its handler. */
function inRoute(item: Middleware): readonly Middleware[] {
  const { children, node } = item;
  const last = isApplicationNode(node) ? undefined : children.at(-1);
  return last === undefined ? [item] : [...children.slice(0, -1), ...inRoute(last)];
}

/** The wanted names that a service has in the container of a pipeline or of an outer pipeline. */
async function idsOf(service: unknown, pipeline: Pipeline, wanted: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { node } of pipelinesAround(pipeline)) {
    for (const name of wanted) if ((await serviceOf(name, node)) === service) found.push(name);
  }
  return found;
}

// Middleware that can't be created fails when it is called (rule M3), and `fw check` reports it.
async function serviceOf(id: ServiceId, node: PipelineNode | undefined): Promise<unknown> {
  try {
    return node?.container?.has(id) === true ? await node.container.get<unknown>(id as never) : undefined;
  } catch {
    return undefined;
  }
}

/** The routing or dispatch of an application. */
export function builtIn(role: 'routing' | 'dispatch', { children }: Pipeline): Middleware | undefined {
  const candidates = children.map((item) => (item.kind === 'list' ? builtIn(role, item) : item));
  return candidates.find((item) => item?.kind === role);
}

/** The middleware in a pipeline, and in its routes, at any depth. */
export function itemsWithin({ children, routes }: Pipeline): Middleware[] {
  return [...children, ...[...routes.values()].flat()].flatMap((item) => [item, ...itemsWithin(item)]);
}

/** The routes of an application and of the applications in it. */
export function routesWithin(root: Pipeline): RegisteredRoute[] {
  return [root, ...itemsWithin(root)].flatMap((application) =>
    (application.node?.routing?.list ?? []).map((route) => ({ root, application, route })),
  );
}

/** A pipeline and the pipelines around it. */
export function pipelinesAround(pipeline: Pipeline | undefined): Pipeline[] {
  return pipeline === undefined ? [] : [pipeline, ...pipelinesAround(pipeline.owner)];
}
