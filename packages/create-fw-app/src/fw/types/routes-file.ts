import type { RouteDescription } from 'fw-runtime';

import { printKey } from '../edit/code.ts';
import type { TextStyle } from '../edit/text-style.ts';
import { printAugmentation } from './augmentation.ts';

/** What has to be known of a route. */
export type NamedRoute = Pick<RouteDescription, 'name' | 'origin'> & {
  readonly placeholders: readonly Pick<RouteDescription['placeholders'][number], 'name' | 'optional'>[];
};

/**
 * The file that tells the compiler the names of routes and their parameters, in the order of the names, so that it is the same
 * wherever a route is registered. Those of one machine are left out, because the file is for everybody. Of several that have
 * one name it tells the first, which is what a URL of this name leads to.
 *
 * @param routes as an application describes them: its own first, then those of the applications within
 */
export function routesFile(routes: readonly NamedRoute[], style: TextStyle): string {
  const types = new Map<string, string>();
  for (const { name, placeholders, origin } of routes) {
    if (types.has(name) || isOfOneMachine(origin)) continue;
    const params = placeholders.map(
      (placeholder) =>
        `readonly ${printKey(placeholder.name, style)}${placeholder.optional ? '?' : ''}: string`,
    );
    types.set(name, params.length === 0 ? '{}' : `{ ${params.join('; ')} }`);
  }
  return printAugmentation(
    'The routes by their names, and what their paths take. Written by fw types: do not edit.',
    'Routes',
    types,
    style,
  );
}

/** Whether it stands in a configuration file that is for one machine, or for tests. */
function isOfOneMachine(origin: NamedRoute['origin']): boolean {
  return origin?.key !== undefined && /(?:^|[/.])(?:local|test)\.\w+$/.test(origin.file);
}
