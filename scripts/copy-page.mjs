// Copies the page of the inspector beside the built modules that send it: it is sent as it is written, so nothing compiles it.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const devtools = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages', 'devtools');
const source = join(devtools, 'src', 'inspector', 'page');
const target = join(devtools, 'dist', 'inspector', 'page');

cpSync(source, target, { recursive: true });
for (const name of readdirSync(target)) {
  if (!existsSync(join(source, name))) rmSync(join(target, name), { recursive: true });
}
