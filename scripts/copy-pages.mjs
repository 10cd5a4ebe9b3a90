// Copies what packages ship as it is written: the page of the inspector into fw-devtools, and the pages of docs/, without pictures,
// into fw-cli (`fw docs`).
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const devtools = join(root, 'packages', 'devtools');

mirror(
  join(devtools, 'src', 'inspector-page', 'browser'),
  join(devtools, 'dist', 'inspector-page', 'browser'),
);
mirror(join(root, 'docs'), join(root, 'packages', 'cli', 'docs'), 'images');

/** Copies a folder, except one folder in it, and removes what the source no longer has. Files are never missing meanwhile. */
function mirror(source, target, except) {
  cpSync(source, target, {
    recursive: true,
    filter: (path) => except === undefined || path !== join(source, except),
  });
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!existsSync(join(source, path))) rmSync(join(target, path), { recursive: true, force: true });
  }
}
