// Copies templates/ into the package create-fw-app, which ships them: npm packs only what lies inside a package.
// What is there is replaced and not removed first, because somebody may be laying down a site of it.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'templates');
const target = join(root, 'packages', 'create-fw-app', 'templates');

cpSync(source, target, { recursive: true });
for (const path of readdirSync(target, { recursive: true })) {
  if (!existsSync(join(source, path))) rmSync(join(target, path), { recursive: true, force: true });
}
