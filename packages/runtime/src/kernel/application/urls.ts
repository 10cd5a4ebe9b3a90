import {
  middlewareOf,
  type NamedRoute,
  type NamedRoutes,
  type PipelineNode,
  routingPrefix,
} from './middleware-of.ts';
import { InvalidArgumentError, UriGenerationError } from '../errors/coded-errors.ts';
import { describe, whatElse } from '../errors/describe.ts';
import { HeaderList, type HeadersInput } from '../http/header-list.ts';
import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { type Surrounding, surroundingsOf } from '../pipeline/scope.ts';
import type { RouteName, UriArguments, Url } from '../router/route-names.ts';
import type { UriOptions } from '../router/router-interface.ts';

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

/** The routes of a pipeline and of the pipelines inside it, by name; the outer pipeline takes precedence. */
function namedRoutes(root: PipelineNode, isAnew = false): ReadonlyMap<string, NamedRoute> {
  const { named } = root;
  if (!isAnew && named !== undefined && isCurrent(named)) return named.byName;
  const byName = new Map<string, NamedRoute>();
  const sizes = new Map<PipelineNode, number>();
  const add = (owner: PipelineNode, outside: string): void => {
    // A pipeline may be registered in several places, even inside itself.
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

/** Options of `RedirectResponse.to`. */
export interface RedirectOptions extends UriOptions {
  /** The status, such as 303 after a form or 301 for a permanent redirect; 302 when absent. */
  readonly status?: number;
}

/**
 * A response that redirects the client, by default with 302.
 *
 * @example new RedirectResponse('/login')
 */
export class RedirectResponse extends HttpResponse {
  /**
   * Creates a redirect. Characters that aren't allowed in a URI are escaped. A string without a scheme redirects within
   * this host.
   *
   * @param uri a path, a URL, or a string with a scheme
   * @param status an integer from 200 to 599; 302 when absent. Use 303 after a form, and 301 or 308 for a permanent
   *   redirect.
   * @param headers more headers; none when absent
   * @throws {@link InvalidArgumentError} when the status or a header is malformed, or for a string that browsers
   *   resolve to another host: `//host` or `/\host`, also with spaces, tabs and line breaks, which browsers drop. To
   *   redirect to another host, write the scheme or pass a URL.
   * @example return new RedirectResponse(new URL('/login', 'https://accounts.example'), 303);
   */
  constructor(uri: string | URL, status = 302, headers?: HeadersInput) {
    super(null, status, HeaderList.from(headers ?? {}).with('Location', locationOf(uri)));
  }

  /**
   * Redirects the client to a named route. The URL is generated by `urlFor(request)`.
   *
   * @param request the request that the response is for
   * @param name the name of the route
   * @param given the parameters of the route, and options: `status`, `query`, `fragment` and `defaults`
   * @returns the response
   * @throws {@link UriGenerationError} when no application handles the request, no route has the name, or a parameter
   *   is missing or not accepted
   * @example return RedirectResponse.to(request, 'post', { id: 42 }, { status: 303 });
   */
  static to<const Name extends RouteName>(
    request: ServerRequest<object>,
    name: Name,
    ...[params, options = {}]: UriArguments<Name, RedirectOptions>
  ): RedirectResponse {
    const { status, ...rest } = options;
    return new RedirectResponse(urlFor(request)(name, ...([params, rest] as UriArguments<Name>)), status);
  }
}

// The URL standard drops blanks and control characters in front, and tabs and line breaks anywhere.
// oxlint-disable-next-line no-control-regex
const ANOTHER_HOST = /^[\0- ]*[/\\][\t\n\r]*[/\\]/;

function locationOf(uri: string | URL): string {
  if (typeof uri !== 'string' && !(uri instanceof URL)) {
    throw new InvalidArgumentError('uri', 'a path, a URL or a string with a scheme', uri);
  }
  const text = String(uri);
  if (ANOTHER_HOST.test(text)) {
    const hint = ' To redirect to another host, write the scheme, or give a URL object.';
    throw new InvalidArgumentError('uri', 'a path on this host or a string with a scheme', text, hint);
  }
  return text.toWellFormed().replace(/[^\x21-\x7e]+|["<>\\^`{|}]+/g, encodeURIComponent);
}
