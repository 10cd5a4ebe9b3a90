import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder, unless they were installed for its current lock file.
 *
 * @param {string} folder with `package-lock.json`
 * @param {string} name the file in `node_modules` that remembers the lock file
 * @param {() => void} install ends the process or throws when it fails
 */
export function installOnce(folder, name, install) {
  const stamp = join(folder, 'node_modules', name);
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  install();
  writeFileSync(stamp, lock);
}
