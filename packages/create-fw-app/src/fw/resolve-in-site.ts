import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Finds modules as a site would; undefined for one that is not installed, or that its package does not have.
 *
 * @param root the folder of the site, absolute
 */
export function resolverOf(root: string): (name: string) => string | undefined {
  const { resolve } = createRequire(join(root, 'package.json'));
  return (name) => {
    try {
      return resolve(name);
    } catch {
      return undefined;
    }
  };
}
