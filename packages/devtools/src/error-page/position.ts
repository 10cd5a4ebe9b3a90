import type { Route, Scope } from 'fw-runtime/internal';
import type { LayerTrace, LayerTraces } from '../recorder/layer-trace.ts';
import { prefixOf, scopesOf } from '../recorder/scopes.ts';

/** A middleware that the request entered. */
export interface Layer {
  readonly name: string;
  /** How many apps and routes contain the middleware. */
  readonly depth: number;
  /** Remarks such as `under /admin` or `error middleware`; often empty. */
  readonly remarks: readonly string[];
  readonly threw: boolean;
}

/** The position in the pipeline at which an error was thrown. */
export interface Position {
  /** The position in one line, outermost first: `/blog → Blog → GET /post/{id} → showPost`. */
  readonly summary: string;
  /** The middleware in the order in which the request entered them. */
  readonly layers: readonly Layer[];
}

/** @param thrower the middleware that threw; undefined if no middleware threw */
export function positionOf({ layers }: LayerTraces, thrower: LayerTrace | undefined): Position {
  const applications = applicationsOf(layers);
  return {
    summary: summaryOf(layers, thrower, applications),
    layers: layers.map((trace, index) => ({
      name: trace.entry.name,
      depth: depthOf(trace, applications),
      remarks: remarksOf(trace, layers[index - 1]),
      threw: trace === thrower,
    })),
  };
}

/** A route as it was registered, such as `GET /post/{id} (post)`. */
export function routeLabel(route: Route): string {
  return route.explicitName === undefined ? String(route) : `${route} (${route.explicitName})`;
}

/** The names of the nested apps. A nested app is named after its own entry, the layer before the first layer in the app. */
function applicationsOf(layers: readonly LayerTrace[]): ReadonlyMap<Scope, string> {
  const known = new Set<Scope>();
  const names = new Map<Scope, string>();
  for (const [index, trace] of layers.entries()) {
    for (const scope of outermostFirst(trace)) {
      if (known.has(scope)) continue;
      known.add(scope);
      const holder = layers[index - 1];
      if (prefixOf(scope) === undefined && holder !== undefined) names.set(scope, holder.entry.name);
    }
  }
  return names;
}

function summaryOf(
  layers: readonly LayerTrace[],
  thrower: LayerTrace | undefined,
  applications: ReadonlyMap<Scope, string>,
): string {
  if (thrower === undefined) {
    const last = layers.at(-1);
    return last === undefined
      ? 'before the first middleware'
      : `after the last middleware, ${last.entry.name}`;
  }
  const { name, route } = thrower.entry;
  const places = outermostFirst(thrower).map((scope) => prefixOf(scope) ?? applications.get(scope));
  return [...places, route && routeLabel(route), name].filter((place) => place !== undefined).join(' → ');
}

function depthOf(trace: LayerTrace, applications: ReadonlyMap<Scope, string>): number {
  const inside = outermostFirst(trace).filter((scope) => applications.has(scope)).length;
  return trace.entry.route === undefined ? inside : inside + 1;
}

function remarksOf({ entry, request }: LayerTrace, before: LayerTrace | undefined): string[] {
  const prefix = prefixOf(request.scope as Scope | undefined);
  const { route } = entry;
  return [
    ...(prefix === undefined ? [] : [`under ${prefix}`]),
    ...(route !== undefined && route !== before?.entry.route ? [routeLabel(route)] : []),
    ...(entry.error ? ['error middleware'] : []),
  ];
}

function outermostFirst({ request }: LayerTrace): readonly Scope[] {
  return [...scopesOf(request)].toReversed();
}
