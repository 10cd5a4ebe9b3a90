import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PlaceholderDescription } from 'fw-devtools';
import type { PathReport, PathRequest } from 'fw-devtools/inspection';
import { CommandError, messageOf } from '#command-line/errors';
import type { GeneratedSite } from './generator.ts';

/** A route's path, parsed by the framework. */
export type RoutePattern = Exclude<PathReport, { readonly error: string }>;

/** A path or a constraint is invalid, or the project's packages aren't installed. */
export class PathError extends CommandError {}

/**
 * Parses a route's path with the project's own framework, in the process that inspects the project.
 *
 * @throws PathError with the framework's reason why the path or a constraint is invalid
 */
export async function readRoutePath(
  { root, inspection }: GeneratedSite,
  request: PathRequest,
): Promise<RoutePattern> {
  const { resolve } = createRequire(join(root, 'package.json'));
  try {
    for (const name of ['fw-runtime/a', 'fw-devtools']) resolve(name);
  } catch (error) {
    const reason = messageOf(error).split('\n')[0];
    throw new PathError(`The project's packages cannot be loaded, install them first: ${reason}`);
  }
  const report = await inspection.readPath(request);
  if ('error' in report) throw new PathError(report.error);
  return report;
}

/** Whether a route with this path would match a request, according to the project's own framework. */
export async function answersPath(site: GeneratedSite, path: string, sent: string): Promise<boolean> {
  return (await readRoutePath(site, { path, sent })).matches;
}

/** The reason why an answer is invalid: the one that `check` returns, or that of an invalid path. */
export async function reasonWhyInvalid(
  check: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof PathError) return error.message;
    throw error;
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
