import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import { whatElse } from '../errors/nearest.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { type Surrounding, surroundingsOf } from '../pipeline/scope.ts';
import type { Url } from '../router/route-names.ts';
import { type AnyPipe, nestedPipe, routingPrefix } from './any-pipe.ts';
import type { NamedRoute, NamedRoutes } from './named-routes.ts';

/**
 * Writes the URLs of named routes as the application sees them that handles the request: its own names count first, then
 * those of the applications around it, then all others of the tree. An application that stands in several places is meant
 * where the request has entered it.
 *
 * @example const url = urlFor(request); url('post', { id: 42 })
 * @throws UriGenerationError when no application handles the request, as with one made by hand
 */
export function urlFor(request: ServerRequest<object>): Url {
  const surroundings = surroundingsOf(request);
  if (surroundings.length > 0) return urlIn(surroundings);
  throw new UriGenerationError(
    `No application handles the request ${request.method} ${request.originalPath}, so urlFor() knows no names: ` +
      'give it a request that came through app.request(), app.handle() or a server, or a copy of one.',
  );
}

/** @param surroundings from the inside outwards */
export function urlIn(surroundings: readonly Surrounding[]): Url {
  return (name, ...[params, options]) => {
    // `setName` may have given a name to another route since it was last looked up.
    const { router, prefix } =
      find(surroundings, name) ?? find(surroundings, name, true) ?? fail(surroundings, name);
    return prefix + router.generateUri(name, params, options);
  };
}

function find(surroundings: readonly Surrounding[], name: string, isAnew = false): NamedRoute | undefined {
  let found: NamedRoute | undefined;
  for (const { owner, prefix } of surroundings) {
    const known = namedRoutes(owner as AnyPipe, isAnew).get(name);
    if (known === undefined || known.route.name !== name) continue;
    const here = { ...known, prefix: prefix + known.prefix };
    if (known.owner === owner) return here;
    found ??= here;
  }
  return found;
}

function namedRoutes(root: AnyPipe, isAnew = false): NamedRoutes {
  if (!isAnew && root.named?.isCurrent?.()) return root.named;
  const named: NamedRoutes = new Map();
  const sizes = new Map<AnyPipe, number>();
  const addPipe = (pipe: AnyPipe, outside: string): void => {
    const { entries, routes = [], router } = pipe;
    // It may stand in several places, also within itself.
    if (sizes.has(pipe)) return;
    sizes.set(pipe, sizeOf(pipe));
    const prefix = outside + (routingPrefix(entries) ?? '');
    for (const route of routes) {
      if (router && !named.has(route.name)) named.set(route.name, { route, router, owner: pipe, prefix });
    }
    addNested(pipe, entries, outside);
  };
  const addNested = (pipe: AnyPipe, entries: readonly Entry[], outside: string): void => {
    for (const entry of entries) {
      const below = outside + (entry.prefix?.text ?? '');
      const nested = nestedPipe(entry, pipe);
      if (nested !== undefined) addPipe(nested, below);
      if (Array.isArray(entry.target)) addNested(pipe, entry.target, below);
    }
  };
  addPipe(root, '');
  // Neither layers nor routes are ever taken away.
  named.isCurrent = () => [...sizes].every(([pipe, size]) => sizeOf(pipe) === size);
  return (root.named = named);
}

function sizeOf({ entries, routes = [] }: AnyPipe): number {
  return entries.length + routes.length;
}

function fail(surroundings: readonly Surrounding[], name: string): never {
  const names = surroundings.flatMap(({ owner }) => [...namedRoutes(owner as AnyPipe).keys()]);
  throw new UriGenerationError(
    `There is no route ${describe(name)}${whatElse(String(name), [...new Set(names)])}`,
  );
}
