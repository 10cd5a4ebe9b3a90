// Copies the page of the inspector beside the built modules that send it: it is sent as it is written, so nothing compiles it.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runtime = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages', 'runtime');
const source = join(runtime, 'src', 'development', 'page');
const target = join(runtime, 'dist', 'development', 'page');

cpSync(source, target, { recursive: true });
for (const name of readdirSync(target)) {
  if (!existsSync(join(source, name))) rmSync(join(target, name), { recursive: true });
}
