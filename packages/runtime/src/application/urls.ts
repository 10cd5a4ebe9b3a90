import { UriGenerationError } from '../errors/coded-errors.ts';
import { describe } from '../errors/describe.ts';
import { whatElse } from '../errors/nearest.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { type Surrounding, surroundingsOf } from '../pipeline/scope.ts';
import type { Url } from '../router/route-names.ts';
import {
  middlewareOf,
  type NamedRoute,
  type NamedRoutes,
  type PipelineNode,
  routingPrefix,
} from './middleware-of.ts';

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
    const known = namedRoutes(owner as PipelineNode, isAnew).get(name);
    if (known === undefined || known.route.name !== name) continue;
    const here = { ...known, prefix: prefix + known.prefix };
    if (known.owner === owner) return here;
    found ??= here;
  }
  return found;
}

/** The routes of a pipeline and of those inside it, by name: its own come first. */
function namedRoutes(root: PipelineNode, isAnew = false): ReadonlyMap<string, NamedRoute> {
  const { named } = root;
  if (!isAnew && named !== undefined && isCurrent(named)) return named.byName;
  const byName = new Map<string, NamedRoute>();
  const sizes = new Map<PipelineNode, number>();
  const add = (owner: PipelineNode, outside: string): void => {
    // It may be registered in several places, also within itself.
    if (sizes.has(owner)) return;
    sizes.set(owner, sizeOf(owner));
    if (owner.routing === undefined) return;
    const { list, router } = owner.routing;
    const prefix = outside + (routingPrefix(owner.entries) ?? '');
    for (const route of list) {
      if (!byName.has(route.name)) byName.set(route.name, { route, router, owner, prefix });
    }
  };
  add(root, '');
  for (const { nested, prefix } of middlewareOf(root)) if (nested !== undefined) add(nested, prefix);
  root.named = { byName, sizes };
  return byName;
}

function isCurrent({ sizes }: NamedRoutes): boolean {
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
