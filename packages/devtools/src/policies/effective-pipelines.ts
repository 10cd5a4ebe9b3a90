import { type OpaqueApplication, toApplication } from 'fw-runtime/internal';
import { exampleOf } from './example.ts';
import { type Layer, layoutOf } from './layout.ts';
import { goalsIn, type Way, waysTo } from './ways.ts';

/** The layers in front of a route. */
export interface EffectivePipeline {
  readonly name: string;
  /** Absent: any method. */
  readonly methods?: readonly string[];
  /** With the path prefixes of the applications around. */
  readonly path: string;
  /** One item per set of layers, the most general path first. Empty when no request reaches the route. */
  readonly ways: readonly EffectiveWay[];
}

export interface EffectiveWay {
  /** As patterns, such as `/admin/{id}`, where there are several ways. */
  readonly paths: readonly string[];
  /** In running order; the last is the handler. */
  readonly layers: readonly EffectiveLayer[];
}

export interface EffectiveLayer {
  readonly name: string;
  readonly kind: Exclude<Layer['kind'], 'list'>;
  /** The path prefix that the layer is registered under, including the outer prefixes. */
  readonly prefix?: string;
  /** Whether the layer may be skipped, since error middleware may continue after an earlier layer failed (variant A). */
  readonly unsure?: true;
}

/** For each route of an application and those within, the layers that a request runs through to its handler. */
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
