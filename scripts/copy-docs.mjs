// Copies the pages of docs/ into fw-cli, which prints them (`fw docs`). Pictures stay behind.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'packages', 'cli', 'docs');

rmSync(target, { recursive: true, force: true });
cpSync(join(root, 'docs'), target, { recursive: true, filter: (path) => !path.endsWith('images') });
