import type { RouteDescription } from 'fw-runtime/inspect';
import { printKey } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { printAugmentation } from './augmentation.ts';

/** What has to be known of a route. */
export type NamedRoute = Pick<RouteDescription, 'name' | 'origin'> & {
  readonly placeholders: readonly Pick<RouteDescription['placeholders'][number], 'name' | 'optional'>[];
};

/** The placeholders of a path, and whether it may lack each. */
type Params = ReadonlyMap<string, { readonly optional: boolean }>;

/**
 * The file that tells the compiler the names of routes and their parameters, in the order of the names, so that it is the same
 * wherever a route is registered. Those of one machine are left out, because the file is for everybody. Several applications
 * may have a route of one name: which of them is meant depends on where its URL is written, so what only some take is optional.
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
    'The routes by their names, and what their paths take. Written by fw types: do not edit.',
    'Routes',
    new Map(types),
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

/** Whether it stands in a configuration file that is for one machine, or for tests. */
function isOfOneMachine(origin: NamedRoute['origin']): boolean {
  return origin?.key !== undefined && /(?:^|[/.])(?:local|test)\.\w+$/.test(origin.file);
}
