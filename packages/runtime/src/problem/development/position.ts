import { PathPrefix } from '../../pipeline/path-prefix.ts';
import type { Scope } from '../../pipeline/scope.ts';
import type { Trail } from '../../pipeline/trail.ts';
import type { Visit } from '../../pipeline/visit.ts';
import type { Route } from '../../router/route.ts';

/** A layer that the request entered. */
export interface Layer {
  readonly name: string;
  /** How many applications and routes it stands in. */
  readonly depth: number;
  /** Such as `under /admin`, `error middleware`; often empty. */
  readonly remarks: readonly string[];
  readonly threw: boolean;
}

/** Where in the pipeline something happened. */
export interface Position {
  /** In one line, from the outermost: `/blog → Blog → GET /post/{id} → showPost`. */
  readonly summary: string;
  /** In the order in which they were entered. */
  readonly layers: readonly Layer[];
}

/** @param thrower the layer that threw; undefined when none did */
export function positionOf({ visits }: Trail, thrower: Visit | undefined): Position {
  const applications = applicationsOf(visits);
  return {
    summary: summaryOf(visits, thrower, applications),
    layers: visits.map((visit, index) => ({
      name: visit.entry.name,
      depth: depthOf(visit, applications),
      remarks: remarksOf(visit, visits[index - 1]),
      threw: visit === thrower,
    })),
  };
}

/** A route as it was registered, such as `GET /post/{id} (post)`. */
export function routeLabel(route: Route): string {
  return route.explicitName === undefined ? String(route) : `${route} (${route.explicitName})`;
}

/** The names of the nested applications: of each the layer that entered it, which is the one before its first. */
function applicationsOf(visits: readonly Visit[]): ReadonlyMap<Scope, string> {
  const known = new Set<Scope>();
  const names = new Map<Scope, string>();
  for (const [index, visit] of visits.entries()) {
    for (const scope of scopesOf(visit)) {
      if (known.has(scope)) continue;
      known.add(scope);
      const holder = visits[index - 1];
      if (!(scope.owner instanceof PathPrefix) && holder !== undefined) names.set(scope, holder.entry.name);
    }
  }
  return names;
}

function summaryOf(
  visits: readonly Visit[],
  thrower: Visit | undefined,
  applications: ReadonlyMap<Scope, string>,
): string {
  if (thrower === undefined) {
    const last = visits.at(-1);
    return last === undefined ? 'before the first layer' : `past the last layer, ${last.entry.name}`;
  }
  const { name, route } = thrower.entry;
  const places = scopesOf(thrower).map(({ owner }, index, scopes) =>
    owner instanceof PathPrefix ? owner.text : applications.get(scopes[index] as Scope),
  );
  return [...places, route && routeLabel(route), name].filter((place) => place !== undefined).join(' → ');
}

function depthOf(visit: Visit, applications: ReadonlyMap<Scope, string>): number {
  const inside = scopesOf(visit).filter((scope) => applications.has(scope)).length;
  return visit.entry.route === undefined ? inside : inside + 1;
}

function remarksOf({ entry, request }: Visit, before: Visit | undefined): string[] {
  const owner = (request.scope as Scope | undefined)?.owner;
  const { route } = entry;
  return [
    ...(owner instanceof PathPrefix ? [`under ${owner.text}`] : []),
    ...(route !== undefined && route !== before?.entry.route ? [routeLabel(route)] : []),
    ...(entry.error ? ['error middleware'] : []),
  ];
}

/** Of the prefixes and applications that a layer stands in, the outermost first. */
function scopesOf({ request }: Visit): readonly Scope[] {
  const scopes: Scope[] = [];
  for (let scope = request.scope as Scope | undefined; scope !== undefined; scope = scope.outer) {
    scopes.unshift(scope);
  }
  return scopes;
}
