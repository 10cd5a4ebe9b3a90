// Copies the browser code of the inspector, which ships as it is written, into the build of fw-devtools.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const devtools = fileURLToPath(new URL('../../packages/devtools/', import.meta.url));
const source = join(devtools, 'src', 'inspector-page', 'browser');
const target = join(devtools, 'dist', 'inspector-page', 'browser');

cpSync(source, target, { recursive: true });
// Files that the source no longer has are removed last, so that no file is missing meanwhile.
for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
  if (!existsSync(join(source, path))) rmSync(join(target, path), { recursive: true, force: true });
}
