import type { RouteDescription } from 'fw-devtools';
import { printKey } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { printAugmentation } from './augmentation.ts';

/** The needed properties of a route. */
export type NamedRoute = Pick<RouteDescription, 'name' | 'origin'> & {
  readonly placeholders: readonly Pick<RouteDescription['placeholders'][number], 'name' | 'optional'>[];
};

/** The placeholders of a path, and whether each is optional. */
type Params = ReadonlyMap<string, { readonly optional: boolean }>;

/**
 * The type file with the names of routes and their parameters, sorted by name, so that the order of registration
 * doesn't matter. Routes for one machine are omitted, because the file is shared. Several applications may have
 * routes of the same name, and which one applies depends on where the URL is generated, so parameters that only some
 * of them have are optional.
 */
export function routesFile(routes: readonly NamedRoute[], style: TextStyle): string {
  const found = new Map<string, Params>();
  for (const { name, placeholders, origin } of routes) {
    if (isOfOneMachine(origin)) continue;
    const params = new Map(placeholders.map(({ name, optional }) => [name, { optional }]));
    const others = found.get(name);
    found.set(name, others === undefined ? params : together(others, params));
  }
  const types = [...found].map(([name, params]): [string, string] => [name, printParams(params, style)]);
  return printAugmentation(
    'The routes by their names, and the parameters of their paths. Written by fw types: do not edit.',
    { Routes: new Map(types) },
    style,
  );
}

function together(one: Params, other: Params): Params {
  const isOptional = (name: string): boolean =>
    one.get(name)?.optional !== false || other.get(name)?.optional !== false;
  return new Map([...one.keys(), ...other.keys()].map((name) => [name, { optional: isOptional(name) }]));
}

function printParams(params: Params, style: TextStyle): string {
  const members = [...params].map(
    ([name, { optional }]) => `readonly ${printKey(name, style)}${optional ? '?' : ''}: string`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

/** Whether a route comes from a configuration file for one machine, or for tests. */
function isOfOneMachine(origin: NamedRoute['origin']): boolean {
  return origin?.key !== undefined && /(?:^|[/.])(?:local|test)\.\w+$/.test(origin.file);
}
