// Makes a clone ready to use: installs what package-lock.json says, then builds the packages.
// Written in plain JavaScript without dependencies, because it runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npm } from './npm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs when the lock file has changed since the last installation, then builds. */
export function setup() {
  const stamp = join(root, 'node_modules', '.fw-setup');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    console.log('Installing dependencies …');
    npm(['ci', '--no-fund', '--no-audit'], { cwd: root });
    writeFileSync(stamp, lock);
  }
  console.log('Building the packages …');
  npm(['run', '--silent', 'build'], { cwd: root });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) setup();
