import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CreateError, messageOf } from '../../errors.ts';
import type { Site } from '../site.ts';

/** A placeholder of a path, as the framework has read it. */
export interface Placeholder {
  readonly name: string;
  /** The source of a regular expression. */
  readonly restriction: string | undefined;
  readonly optional: boolean;
  readonly rest: boolean;
}

/** What of the site's `fw-runtime` reads a path. */
interface Runtime {
  readonly Route: new (
    path: string,
    middleware: () => void,
  ) => {
    readonly placeholders: readonly Placeholder[];
    setOptions(options: { readonly tokens: Readonly<Record<string, string>> }): unknown;
  };
}

/**
 * Reads a route's path as the site's own framework does.
 *
 * @param tokens further restrictions, by placeholder
 * @throws {Error} with the framework's reason why it is no path, or no restriction
 * @throws {CreateError} when the framework cannot be loaded
 */
export async function readRoutePath(
  { root }: Pick<Site, 'root'>,
  path: string,
  tokens: Readonly<Record<string, string>> = {},
): Promise<readonly Placeholder[]> {
  const { Route } = await loadRuntime(root);
  const route = new Route(path, () => {});
  route.setOptions({ tokens });
  return route.placeholders;
}

async function loadRuntime(root: string): Promise<Runtime> {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('fw-runtime');
    return (await import(pathToFileURL(file).href)) as Runtime;
  } catch (error) {
    const reason = messageOf(error).split('\n')[0];
    throw new CreateError(
      `The fw-runtime of this site cannot be loaded, install its packages first: ${reason}`,
    );
  }
}

/** The text between placeholders: before the first, between each two, and behind the last. */
export function textsBetween(path: string, placeholders: readonly Placeholder[]): string[] {
  const texts: string[] = [];
  let rest = path;
  for (const { name, restriction = '' } of placeholders) {
    const open = rest.indexOf('{');
    texts.push(rest.slice(0, open));
    // A restriction may have braces of its own.
    const inside = rest.indexOf(restriction, rest.indexOf(name, open) + name.length);
    rest = rest.slice(rest.indexOf('}', inside + restriction.length) + 1);
  }
  return [...texts, rest];
}

/** The words of a path that are always there. */
export function wordsOf(path: string, placeholders: readonly Placeholder[]): string[] {
  const [always = ''] = textsBetween(path, placeholders).join('/').split('[');
  return always.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}
