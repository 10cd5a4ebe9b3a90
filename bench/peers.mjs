// Installs the peers of the benchmark when they are not there or their lock file has changed, so that whoever does not
// measure need not have them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const here = import.meta.dirname;

export function installPeers() {
  installIn(here, 'the frameworks to compare with');
}

/** Installs what the lock file of a folder says. */
export function installIn(folder, what) {
  const stamp = join(folder, 'node_modules', '.fw-bench');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error(`Installing ${what} …`);
  const { status } = spawnSync('npm', ['ci', '--no-workspaces', '--no-fund', '--no-audit', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed; see above.`);
  writeFileSync(stamp, lock);
}

/** @returns the version that is installed, or that of this repository for fw-runtime */
export function versionOf(name) {
  const require = createRequire(import.meta.url);
  const folder = require.resolve.paths(name).find((path) => existsSync(join(path, name, 'package.json')));
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
}
