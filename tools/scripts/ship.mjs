// Copies the templates and pages of the repository into a package while it is packed: `prepack` runs this script with `copy`, `postpack`
// with `remove`, both in the folder of the package. No other step copies them, so that a checkout has one version of each file.
import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'packages');

/** The folders at the top of the repository that a package ships. */
const SHIPPED = {
  cli: ['templates/generators', 'docs'],
  'create-fw-app': ['templates/app'],
};
/** The folders that packing creates in a package. */
const COPIES = ['templates', 'docs'];
/** The pictures of the pages, which no command prints. */
const PICTURES = join(root, 'docs', 'images');
/** Packing takes about a second, so an older lock is left from a pack that was aborted. */
const LONGEST_PACK = 20_000;

const lockOf = (name) => join(packages, name, '.packing');

function copy(name) {
  lock(name);
  removeCopies(name);
  for (const folder of SHIPPED[name]) {
    cpSync(join(root, folder), join(packages, name, folder), {
      recursive: true,
      filter: (path) => path !== PICTURES,
    });
  }
}

function remove(name) {
  removeCopies(name);
  rmSync(lockOf(name), { force: true });
}

/** Removes the copies that an aborted pack left. Waits for a pack that is running. */
export default function removeLeftCopies() {
  for (const name of Object.keys(SHIPPED)) {
    const left = [...COPIES.map((folder) => join(packages, name, folder)), lockOf(name)];
    if (!left.some((path) => existsSync(path))) continue;
    lock(name);
    remove(name);
  }
}

function removeCopies(name) {
  for (const folder of COPIES) rmSync(join(packages, name, folder), { recursive: true, force: true });
}

/** Waits until no other process packs the package: its `postpack` would remove the files that this process still packs. */
function lock(name) {
  const file = lockOf(name);
  for (;;) {
    try {
      writeFileSync(file, '', { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const locked = statSync(file, { throwIfNoEntry: false });
      if (locked !== undefined && Date.now() - locked.mtimeMs > LONGEST_PACK) rmSync(file, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const step = process.argv[2];
  if (step === 'copy') copy(basename(process.cwd()));
  else if (step === 'remove') remove(basename(process.cwd()));
  else removeLeftCopies();
}
