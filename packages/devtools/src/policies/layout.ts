import {
  type Entry,
  isApplicationNode,
  isList,
  isPipelineNode,
  isServiceId,
  type PipelineNode,
  type Route,
  type LazyMiddleware,
} from 'fw-runtime/internal';

/** A layer at one place in the pipeline. The same middleware at two places is two layers. */
export interface Layer {
  readonly kind: 'middleware' | 'list' | 'pipe' | 'routing' | 'dispatch';
  /** The name of the layer in messages. */
  readonly name: string;
  /** The names that a policy may refer to the layer by. */
  readonly names: ReadonlySet<string>;
  readonly entry: Entry;
  /** The segments of its path prefix. */
  readonly prefix: readonly string[];
  /** The segments that the prefixes around the layer and its own prefix have removed from the path. */
  readonly below: readonly string[];
  /** The layers in an array. */
  readonly children: readonly Layer[];
  /** The pipeline that is registered as this layer. */
  readonly mount?: Mount;
  /** The pipeline that the layer is registered in. `around` has the arrays around the layer, the outermost first. */
  readonly owner: Mount;
  readonly around: readonly Layer[];
}

/** A pipeline at one of the places where it is registered. */
export interface Mount {
  readonly pipe: PipelineNode;
  readonly layers: readonly Layer[];
  /** The layers that run for each route: its middleware, then its handler. */
  readonly routes: ReadonlyMap<Route, readonly Layer[]>;
  /** The routing and the dispatch of an application, where they are piped. */
  readonly routing: Layer | undefined;
  /** The pipeline around this pipeline, and the route that contains this pipeline. */
  readonly outer: Mount | undefined;
  readonly outerRoute: Route | undefined;
  /** The layer of the outer pipeline that this pipeline is registered as. */
  readonly layer: () => Layer | undefined;
}

interface Surroundings {
  readonly outer: Mount | undefined;
  readonly route: Route | undefined;
  readonly below: readonly string[];
  readonly layer: () => Layer | undefined;
}

/**
 * Collects the layers of an application. The container resolves the services that are pipelines.
 *
 * @param wanted the names of layers in policies, which may be the ids of services
 */
export async function layoutOf(application: PipelineNode, wanted: readonly string[] = []): Promise<Mount> {
  return new Layouting(wanted).mount(application, {
    outer: undefined,
    route: undefined,
    below: [],
    layer: () => undefined,
  });
}

class Layouting {
  readonly #wanted: readonly string[];

  constructor(wanted: readonly string[]) {
    this.#wanted = wanted;
  }

  async mount(pipe: PipelineNode, { outer, route, below, layer }: Surroundings): Promise<Mount> {
    const layers: Layer[] = [];
    const routes = new Map<Route, readonly Layer[]>();
    const mount: { -readonly [Key in keyof Mount]: Mount[Key] } = {
      pipe,
      layers,
      routes,
      routing: undefined,
      outer,
      outerRoute: route,
      layer,
    };
    for (const entry of pipe.entries) layers.push(await this.#layer(entry, mount, { below, around: [] }));
    if (!isApplicationNode(pipe)) return mount;
    mount.routing = everyLayer(layers).find(({ kind }) => kind === 'routing');
    const dispatch = everyLayer(layers).find(({ kind }) => kind === 'dispatch');
    for (const item of pipe.routing.list) {
      const entry = pipe.routing.entryOf(item);
      if (entry === undefined || dispatch === undefined) continue;
      const inside = { below: dispatch.below, around: [], route: item };
      const only = await this.#layer(entry, mount, inside);
      routes.set(item, this.#inRoute(only));
    }
    return mount;
  }

  // In a route, an array and a pipe that isn't an application are replaced by the layers in them.
  #inRoute(layer: Layer): readonly Layer[] {
    const within = layer.kind === 'list' ? layer.children : pipedIn(layer);
    const last = within?.at(-1);
    return within === undefined || last === undefined
      ? [layer]
      : [...within.slice(0, -1), ...this.#inRoute(last)];
  }

  async #layer(
    entry: Entry,
    owner: Mount,
    place: { readonly below: readonly string[]; readonly around: readonly Layer[]; readonly route?: Route },
  ): Promise<Layer> {
    const { target, role, key } = entry;
    const prefix = entry.prefix?.text.slice(1).split('/') ?? [];
    const below = [...place.below, ...prefix];
    const service = isList(target) ? undefined : await serviceOf(target, owner.pipe);
    const given = isList(target) ? undefined : target.value;
    const names = [entry.name, key, ...(role === undefined ? await this.#ids(service ?? given, owner) : [])];
    const isNested = role === undefined && isPipelineNode(service) && !isWithin(owner, service);
    const children: Layer[] = [];
    const layer: { -readonly [Key in keyof Layer]: Layer[Key] } = {
      kind: role ?? (isList(target) ? 'list' : isNested ? 'pipe' : 'middleware'),
      name: isList(target) && key !== undefined ? key : entry.name,
      names: new Set(names.filter((name) => name !== undefined)),
      entry,
      prefix,
      below,
      children,
      owner,
      around: place.around,
    };
    if (isList(target)) {
      const inside = { ...place, below, around: [...place.around, layer] };
      for (const item of target as readonly Entry[]) children.push(await this.#layer(item, owner, inside));
    }
    if (isNested) {
      const surroundings = { outer: owner, route: place.route, below, layer: () => layer };
      layer.mount = await this.mount(service as PipelineNode, surroundings);
    }
    return layer;
  }

  /** The wanted names that this service has in the pipeline's container or in an outer container. */
  async #ids(value: unknown, { pipe, outer }: Mount): Promise<string[]> {
    const found = outer === undefined ? [] : await this.#ids(value, outer);
    const { container } = pipe;
    for (const name of this.#wanted) {
      if (container?.has(name) !== true) continue;
      if ((await made(() => container.get(name) as unknown)) === value) found.push(name);
    }
    return found;
  }
}

/** Layers and the layers in their arrays. */
export function everyLayer(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => [layer, ...everyLayer(layer.children)]);
}

/** All layers of a pipeline, of its routes and of its inner pipelines. */
export function layersWithin(mount: Mount): Layer[] {
  const routed = [...mount.routes.values()].flat();
  return everyLayer([...mount.layers, ...routed]).flatMap((layer) => [
    layer,
    ...(layer.mount === undefined ? [] : layersWithin(layer.mount)),
  ]);
}

/** The pipeline and its inner pipelines, including the pipelines of its routes. */
export function mountsWithin(mount: Mount): Mount[] {
  const routed = [...mount.routes.values()].flat();
  const inner = everyLayer([...mount.layers, ...routed]).flatMap((layer) => layer.mount ?? []);
  return [mount, ...inner.flatMap(mountsWithin)];
}

function pipedIn({ mount }: Layer): readonly Layer[] | undefined {
  return mount !== undefined && !isApplicationNode(mount.pipe) ? mount.layers : undefined;
}

/** Whether a pipeline is registered within itself. */
function isWithin(mount: Mount | undefined, pipe: unknown): boolean {
  return mount !== undefined && (mount.pipe === pipe || isWithin(mount.outer, pipe));
}

async function serviceOf({ value }: LazyMiddleware, { container }: PipelineNode): Promise<unknown> {
  if (!isServiceId(value)) return value;
  return container?.has(value) === true ? made(() => container.get(value)) : undefined;
}

// Middleware that can't be created fails when it is invoked (rule M3), and `fw check` reports it.
async function made(make: () => unknown): Promise<unknown> {
  try {
    return await make();
  } catch {
    return undefined;
  }
}
