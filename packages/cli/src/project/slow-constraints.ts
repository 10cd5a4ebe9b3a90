import { pathToFileURL } from 'node:url';
import type { RouteDescription } from 'fw-devtools';
import { resolverOf } from './node-flags.ts';

/** The used part of the package recheck. */
interface Recheck {
  check(
    source: string,
    flags: string,
    options: { readonly timeout: number },
  ): Promise<{ readonly status: string; readonly complexity?: { readonly summary: string } }>;
}

const TIME_LIMIT_MILLISECONDS = 5000;

/**
 * The constraints of routes that recheck reports as slow for some value. The framework limits their cost with another
 * engine or a maximum length; a simpler constraint needs neither.
 *
 * @param root the absolute folder of the project
 * @returns nothing when recheck isn't installed in the project
 */
export async function slowRestrictions(routes: readonly RouteDescription[], root: string): Promise<string[]> {
  const file = resolverOf(root)('recheck');
  if (file === undefined) return [];
  const { check } = (await import(pathToFileURL(file).href)) as Recheck;
  const found: string[] = [];
  for (const { name, prefix, path, placeholders } of routes) {
    for (const placeholder of placeholders) {
      for (const source of placeholder.restrictions) {
        const { status, complexity } = await check(`^(?:${source})$`, '', {
          timeout: TIME_LIMIT_MILLISECONDS,
        });
        if (status !== 'vulnerable') continue;
        found.push(
          `The constraint ${source} of {${placeholder.name}} in the route "${name}" (${prefix}${path}) can take ` +
            `${complexity?.summary ?? 'long'} time in JavaScript, says recheck: write it with fewer repetitions.`,
        );
      }
    }
  }
  return found;
}
