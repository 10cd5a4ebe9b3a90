// Bundles create-fw-app with its dependencies into one package, because `npm create` downloads it for a single run.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('../../packages/create-fw-app/', import.meta.url));
const output = join(folder, 'dist');

const bundle = await rolldown({
  input: join(folder, 'dist/create-fw-app/src/cli.js'),
  platform: 'node',
});
const { output: chunks } = await bundle.generate({ chunkFileNames: '[name].js' });
await bundle.close();
const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk.code ?? chunk.source]));
for (const [name, text] of files) writeChanged(join(output, name), text);
// Removes the files of an earlier bundle. The compiled modules are in folders.
for (const name of readdirSync(output)) {
  if (name.endsWith('.js') && !files.has(name)) rmSync(join(output, name));
}
// npm makes the command executable when it links it.
chmodSync(join(output, 'cli.js'), 0o755);
const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
writeChanged(join(output, 'LICENSES.txt'), licensesOf(modules));

/** Writes a file that has changed, in one step: another process may run the command while it is built once more. */
function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The licenses of the packages in the bundle. */
function licensesOf(modules) {
  const packages = modules.flatMap(
    (module) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? [],
  );
  const licenses = [...new Set(packages)].toSorted().map((place) => {
    const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    const file = readdirSync(place).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? license : readFileSync(join(place, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return licenses.join(`\n${'-'.repeat(80)}\n\n`);
}
