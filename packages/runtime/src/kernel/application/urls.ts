import { type ApplicationNode, middlewareOf, type PipelineNode, routingPrefix } from './middleware-of.ts';
import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe, whatElse } from '../errors/describe.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { type Surrounding, surroundingsOf } from '../pipeline/scope.ts';
import type { Url } from '../router/route-names.ts';
import type { Route } from '../router/route.ts';

/**
 * Returns a function that writes the URLs of named routes for the application that handles the request: its own names
 * take precedence, then the names of the applications around it, then all others. For an application that is registered
 * in several places, the URL begins with the prefix that the request has entered.
 *
 * @returns a function of the name, the parameters and options; it throws {@link UriGenerationError} when no route has
 *   the name
 * @throws {@link UriGenerationError} when no application handles the request, for example a request that you created
 * @example const url = urlFor(request)('post', { id: 42 });
 */
export function urlFor(request: ServerRequest<object>): Url {
  const surroundings = surroundingsOf(request);
  if (surroundings.length > 0) return urlIn(surroundings);
  throw new UriGenerationError(
    `No application handles the request ${request.method} ${request.originalPath}, so urlFor() has no routes: ` +
      'pass a request from app.request(), app.handle() or a server, or a copy of such a request.',
  );
}

/** @param surroundings the innermost first */
export function urlIn(surroundings: readonly Surrounding[]): Url {
  return (name, ...[params, options]) => {
    // `setName` may have moved a name to another route since the last lookup.
    const { owner, prefix } =
      find(surroundings, name) ?? find(surroundings, name, true) ?? fail(surroundings, name);
    return prefix + (owner as ApplicationNode).routing.router.generateUri(name, params, options);
  };
}

/** The application whose route has the name, and the prefix of the route's path. */
function find(surroundings: readonly Surrounding[], name: string, isAnew = false): Surrounding | undefined {
  let found: Surrounding | undefined;
  for (const { owner, prefix } of surroundings) {
    const [route, place] = namedRoutes(owner as PipelineNode, isAnew).get(name) ?? [];
    if (place === undefined || route?.name !== name) continue;
    const here = { owner: place.owner, prefix: prefix + place.prefix };
    if (here.owner === owner) return here;
    found ??= here;
  }
  return found;
}

/** The routes of a pipeline and of the pipelines inside it, by name; the outer pipeline takes precedence. */
function namedRoutes(root: PipelineNode, isAnew = false): NonNullable<PipelineNode['named']>['byName'] {
  const { named } = root;
  if (!isAnew && named !== undefined && isCurrent(named)) return named.byName;
  const byName = new Map<string, readonly [Route, Surrounding]>();
  const sizes = new Map<PipelineNode, number>();
  const add = (owner: PipelineNode, outside: string): void => {
    // A pipeline may be registered in several places, even inside itself.
    if (sizes.has(owner)) return;
    sizes.set(owner, sizeOf(owner));
    if (owner.routing === undefined) return;
    const place = { owner, prefix: outside + (routingPrefix(owner.entries) ?? '') };
    for (const route of owner.routing.list) {
      if (!byName.has(route.name)) byName.set(route.name, [route, place]);
    }
  };
  add(root, '');
  for (const { nested, prefix } of middlewareOf(root)) if (nested !== undefined) add(nested, prefix);
  root.named = { byName, sizes };
  return byName;
}

function isCurrent({ sizes }: NonNullable<PipelineNode['named']>): boolean {
  return [...sizes].every(([pipe, size]) => sizeOf(pipe) === size);
}

function sizeOf({ entries, routing }: PipelineNode): number {
  return entries.length + (routing?.list.length ?? 0);
}

function fail(surroundings: readonly Surrounding[], name: string): never {
  const names = surroundings.flatMap(({ owner }) => [...namedRoutes(owner as PipelineNode).keys()]);
  throw new UriGenerationError(
    `There is no route ${describe(name)}${whatElse(String(name), [...new Set(names)])}`,
  );
}
