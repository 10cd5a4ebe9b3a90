import type { Explanation, LayerDescription, RouteDescription } from 'fw-devtools';
import type { Output } from '#command-line/output';
import { placeOf, placeText } from './registered-at.ts';

/** Prints which route handles a request, or the status when none does. */
export function printResponse(
  { method, path, route, params, allowedMethods }: Explanation,
  root: string,
  { paint, print }: Output,
): void {
  const request = `${method} ${path}`;
  if (route !== undefined) {
    print(`${paint('green', `"${route.name}" handles`)} ${request}`);
    print(`  ${describe(route, root)}`);
    for (const [name, value] of Object.entries(params)) print(`  ${name} = ${JSON.stringify(value)}`);
  } else if (allowedMethods === undefined) {
    print(paint('red', `No route matches ${request}: 404`));
  } else {
    print(paint('red', `No route matches ${request}: 405, allowed methods: ${allowedMethods.join(', ')}`));
  }
}

/** Prints the routes that nearly match, if there are any. */
export function printClose({ close }: Pick<Explanation, 'close'>, { print }: Output): void {
  if (close.length > 0) print('\nSimilar routes:');
  for (const { route, reason } of close) print(`  ${describe(route)}  ${reason}`);
}

export function fullPath({ prefix, path }: RouteDescription): string {
  return prefix !== '' && path === '/' ? prefix : prefix + path;
}

/** @param root the folder of the project, to print where the route is registered */
function describe(route: RouteDescription, root?: string): string {
  const parts = [route.methods?.join('|') ?? 'any', fullPath(route), `"${route.name}"`];
  const place = root === undefined ? undefined : placeOf(root, route.origin);
  return [...parts, ...(place === undefined ? [] : [middlewareText(route), placeText(place)])].join('  ');
}

/** Includes the position of a handler that `inject()` created, which may have no name of its own. */
export function middlewareText({ middleware, defined }: RouteDescription): string {
  return defined === undefined ? middleware : `${middleware} (${placeText(defined)})`;
}

/**
 * The name to show for a layer. An array's name would repeat the middleware that is shown below it, so the label is "array".
 */
export function layerName({ kind, name }: Pick<LayerDescription, 'kind' | 'name'>): string {
  return kind === 'pipe' && name.startsWith('[') ? 'array' : name;
}
