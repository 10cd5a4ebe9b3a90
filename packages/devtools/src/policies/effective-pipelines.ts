import { type OpaqueApplication, toApplication } from 'fw-runtime/internal';
import { exampleOf } from './example.ts';
import { type Layer, layoutOf } from './layout.ts';
import { goalsIn, type Way, waysTo } from './ways.ts';

/** The middleware in front of a route, which it may be reached through in several ways. */
export interface EffectivePipeline {
  /** The name of the route. */
  readonly name: string;
  /** The methods of the route; absent when it handles any method. */
  readonly methods?: readonly string[];
  /** The path of the route, with the path prefixes of the applications around it. */
  readonly path: string;
  /** One item per set of middleware, the most general path first; empty when no request reaches the route. */
  readonly ways: readonly EffectiveWay[];
}

/** One set of middleware that requests for a route run through, with the paths of these requests. */
export interface EffectiveWay {
  /** The paths as patterns, such as `/admin/{id}`. */
  readonly paths: readonly string[];
  /** The middleware in running order; the last is the handler. */
  readonly layers: readonly EffectiveLayer[];
}

/** A middleware in front of a route. */
export interface EffectiveLayer {
  /** The name of the function, class or service. */
  readonly name: string;
  /** The type of the middleware. */
  readonly kind: Exclude<Layer['kind'], 'list'>;
  /**
   * The path prefix that the middleware is registered under, including the outer prefixes; absent when it runs for
   * every path.
   */
  readonly prefix?: string;
  /**
   * Whether the middleware may be skipped, since error middleware may continue after earlier middleware failed (variant
   * A); absent when it surely runs.
   */
  readonly unsure?: true;
}

/**
 * Finds the middleware that a request runs through to its handler, for each route of an application and of the
 * applications in it.
 *
 * @throws {@link InvalidArgumentError} for anything but an application
 * @example pipelineSnapshot(await effectivePipelines(app))
 */
export async function effectivePipelines(application: OpaqueApplication): Promise<EffectivePipeline[]> {
  const root = await layoutOf(toApplication(application));
  return goalsIn(root).map((goal) => {
    const { route, mount } = goal;
    const { ways } = waysTo(root, goal);
    const reached = ways.filter(({ paths }) => exampleOf(root, goal, paths) !== undefined);
    const prefix = mount.routing?.below.map((segment) => `/${segment}`).join('') ?? '';
    return {
      name: route.name,
      ...(route.methods !== undefined && { methods: route.methods }),
      path: prefix + route.path,
      ways: distinct(reached),
    };
  });
}

function distinct(ways: readonly Way[]): EffectiveWay[] {
  const byLayers = new Map<string, { layers: EffectiveLayer[]; paths: Set<string> }>();
  for (const way of ways) {
    const layers = layersOf(way);
    const key = JSON.stringify(layers);
    const known = byLayers.get(key) ?? { layers, paths: new Set() };
    byLayers.set(key, known);
    known.paths.add(way.paths.shown);
  }
  return [...byLayers.values()]
    .map(({ layers, paths }) => ({ layers, paths: [...paths].toSorted() }))
    .toSorted(
      (one, other) => placeholdersIn(other) - placeholdersIn(one) || (key(one) < key(other) ? -1 : 1),
    );
}

// The way with the most general path is the usual way.
function placeholdersIn({ paths }: EffectiveWay): number {
  return Math.max(...paths.map((path) => path.match(/[{*]/g)?.length ?? 0));
}

function key({ paths }: EffectiveWay): string {
  return paths.join('\n');
}

// An array is shown as the layers in it.
function layersOf({ steps }: Way): EffectiveLayer[] {
  const sure = steps.at(-1)?.before ?? [];
  return steps.flatMap(({ layer }, index): EffectiveLayer[] => {
    const { name, kind, below } = layer;
    if (kind === 'list') return [];
    const isLast = index === steps.length - 1;
    const isUnsure = !isLast && !sure.includes(layer);
    return [
      {
        name,
        kind,
        ...(!isLast && below.length > 0 && { prefix: `/${below.join('/')}` }),
        ...(isUnsure && { unsure: true as const }),
      },
    ];
  });
}
