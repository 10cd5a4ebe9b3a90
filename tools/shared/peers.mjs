// Installs the peers of the benchmark if they are missing or their lock file has changed, so that only people who measure install
// them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installOnce } from './install-once.mjs';

// The package.json that lists the peers.
const peers = join(import.meta.dirname, '../bench');

export function installPeers() {
  installIn(peers, 'the frameworks to compare with');
}

/** Installs the packages of a folder's lock file. */
export function installIn(folder, what) {
  installOnce(folder, '.fw-bench', () => {
    console.error(`Installing ${what} …`);
    const { status } = spawnSync('npm', ['ci', '--no-workspaces', '--no-fund', '--no-audit', '--silent'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm ci in ${folder} failed; see above.`);
  });
}

/** @returns the installed version, or the version of this repository for fw-runtime */
export function versionOf(name) {
  const require = createRequire(join(peers, 'package.json'));
  const folder = require.resolve.paths(name).find((path) => existsSync(join(path, name, 'package.json')));
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
}
