import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Resolves modules like the project; undefined for a module that isn't installed or isn't exported.
 *
 * @param root the absolute folder of the project
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
