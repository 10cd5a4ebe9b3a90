// Copies templates/ into the package create-fw-app, which ships them: npm packs only what lies inside a package.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'packages', 'create-fw-app', 'templates');

rmSync(target, { recursive: true, force: true });
cpSync(join(root, 'templates'), target, { recursive: true });
