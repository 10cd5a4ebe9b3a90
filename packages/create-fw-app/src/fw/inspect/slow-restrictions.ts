import { pathToFileURL } from 'node:url';
import type { RouteDescription } from 'fw-runtime/inspect';
import { resolverOf } from '../resolve-in-site.ts';

/** What of the package recheck is used. */
interface Recheck {
  check(
    source: string,
    flags: string,
    options: { readonly timeout: number },
  ): Promise<{ readonly status: string; readonly complexity?: { readonly summary: string } }>;
}

const TIME_LIMIT_MILLISECONDS = 5000;

/**
 * The restrictions of routes that recheck calls slow for some value. The framework bounds what they cost, by running them in
 * another engine or by the length of values; a plainer one needs neither.
 *
 * @param root the folder of the site, absolute
 * @returns nothing where the site has not installed recheck
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
          `The restriction ${source} of {${placeholder.name}} in the route "${name}" (${prefix}${path}) can take ` +
            `${complexity?.summary ?? 'long'} time in JavaScript, says recheck: write it with fewer repetitions.`,
        );
      }
    }
  }
  return found;
}
