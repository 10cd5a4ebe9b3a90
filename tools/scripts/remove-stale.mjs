// Removes compiled modules whose source is gone, because the compiler leaves them: they would be published, and a script that still
// imports one would fail only in a fresh clone.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const packages = join(import.meta.dirname, '../../packages');
// These two compile the sources of several packages. Files directly in their dist/ are from the bundler.
const several = new Set(['cli', 'create-fw-app']);

for (const name of readdirSync(packages)) {
  const built = join(packages, name, 'dist');
  if (!existsSync(built)) continue;
  const sources = several.has(name) ? packages : join(packages, name, 'src');
  for (const file of readdirSync(built, { recursive: true })) {
    const [, module] = /^(.+?)(?:\.d\.ts|\.js|\.js\.map)$/.exec(file) ?? [];
    if (module === undefined || (several.has(name) && !file.includes(sep))) continue;
    const isCompiled = existsSync(join(sources, `${module}.ts`)) || existsSync(join(sources, `${module}.js`));
    if (!isCompiled) rmSync(join(built, file));
  }
}
