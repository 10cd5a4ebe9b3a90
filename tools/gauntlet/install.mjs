// Installs the other frameworks when they aren't there or their lock file has changed.
import { spawnSync } from 'node:child_process';
import { installOnce } from '../shared/install-once.mjs';

const here = import.meta.dirname;

export function installPeers() {
  installOnce(here, '.fw-gauntlet', () => {
    console.error('Installing the frameworks of the gauntlet …');
    const { status } = spawnSync('npm', ['ci', '--no-workspaces', '--no-fund', '--no-audit', '--silent'], {
      cwd: here,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm ci in ${here} failed; see above.`);
  });
}
