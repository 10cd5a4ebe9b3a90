// Makes a clone ready to use: installs the dependencies of package-lock.json, then builds the packages. With --no-build it only
// installs, for tests, which build the packages themselves.
// Written in plain JavaScript without dependencies, because it runs before anything is installed.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installOnce } from '../shared/install-once.mjs';
import { npm } from './npm.mjs';

const root = join(import.meta.dirname, '../..');

/** Installs when the lock file has changed since the last installation. */
function install() {
  installOnce(root, '.fw-setup', () => {
    console.log('Installing dependencies …');
    npm(['ci', '--no-fund', '--no-audit'], { cwd: root });
  });
}

/** Installs, then builds. */
export function setup() {
  install();
  console.log('Building the packages …');
  npm(['run', '--silent', 'build'], { cwd: root });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--no-build')) install();
  else setup();
}
