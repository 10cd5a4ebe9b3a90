import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as inspect from 'fw-devtools';
import type { PlaceholderDescription } from 'fw-devtools';
import type * as a from 'fw-runtime/a';
import { CommandError, messageOf } from '#command-line/errors';
import type { Site } from '../../site/site.ts';

/** A route's path, parsed by the framework. */
export interface RoutePattern {
  readonly placeholders: readonly PlaceholderDescription[];
  /**
   * A path that the route matches, including optional parts, and its parameters; undefined when no values could be
   * found.
   */
  readonly sample: { readonly path: string; readonly params: Readonly<Record<string, string>> } | undefined;
}

/**
 * Parses a route's path with the project's own framework.
 *
 * @param tokens further constraints by placeholder
 * @throws Error with the framework's reason why the path or a constraint is invalid
 * @throws CommandError when the framework can't be loaded
 */
export async function readRoutePath(
  { root }: Pick<Site, 'root'>,
  path: string,
  tokens: Readonly<Record<string, string>> = {},
): Promise<RoutePattern> {
  const { Application, describe, explain } = await loadRuntime(root);
  const application = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
  application.get(path, (_, response) => response).setOptions({ tokens });
  const { placeholders = [], samples = [] } = describe(application).routes[0] ?? {};
  const sample = samples
    .map((text) => explain(application, 'GET', text))
    .find(({ params }) => placeholders.every(({ name }) => Object.hasOwn(params, name)));
  return { placeholders, sample };
}

/** Whether a route with this path would match a request, according to the project's own framework. */
export async function answersPath(
  { root }: Pick<Site, 'root'>,
  pattern: string,
  path: string,
): Promise<boolean> {
  const { Application, explain } = await loadRuntime(root);
  const application = new Application().pipeRoutingMiddleware().pipeDispatchMiddleware();
  application.get(pattern, (_, response) => response);
  return explain(application, 'GET', path).route !== undefined;
}

/** Both variants parse paths in the same way. */
async function loadRuntime(
  root: string,
): Promise<Pick<typeof a, 'Application'> & Pick<typeof inspect, 'describe' | 'explain'>> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const load = (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  try {
    const { Application } = (await load('fw-runtime/a')) as typeof a;
    const { describe, explain } = (await load('fw-devtools')) as typeof inspect;
    return { Application, describe, explain };
  } catch (error) {
    const reason = messageOf(error).split('\n')[0];
    throw new CommandError(`The project's packages cannot be loaded, install them first: ${reason}`);
  }
}

/** The fixed words of a path. */
export function wordsOf(path: string, placeholders: readonly PlaceholderDescription[]): string[] {
  let texts = '';
  let rest = path;
  for (const { name, restrictions } of placeholders) {
    const [restriction = ''] = restrictions;
    const open = rest.indexOf('{');
    texts += `${rest.slice(0, open)}/`;
    // A constraint may contain braces.
    const inside = rest.indexOf(restriction, rest.indexOf(name, open) + name.length);
    rest = rest.slice(rest.indexOf('}', inside + restriction.length) + 1);
  }
  const [always = ''] = (texts + rest).split('[');
  return always.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}
