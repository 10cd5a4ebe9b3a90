import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationDescription, RouteDescription } from 'fw-devtools';

/**
 * Finds what handles a route's requests instead: another route, or a static file, which is served before any route.
 *
 * @param root the absolute folder of the project
 * @returns undefined when the route isn't hidden
 */
export function hiderOf(
  { name, hiddenBy, prefix, methods, samples }: RouteDescription,
  { documentRoot, routes }: ApplicationDescription,
  root: string,
): string | undefined {
  const hider = routes.find(
    (route) => route.name === hiddenBy && route.prefix === prefix && route.name !== name,
  );
  if (hider !== undefined) return `the route "${hider.name}" (${hider.path})`;
  const isServed = documentRoot !== undefined && (methods === undefined || methods[0] === 'GET');
  if (!isServed || prefix !== '' || samples.length === 0) return undefined;
  const files = samples.filter((sample) => isFile(join(root, documentRoot, sample)));
  return files.length === samples.length ? `the file ${documentRoot}${files.at(-1)}` : undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
