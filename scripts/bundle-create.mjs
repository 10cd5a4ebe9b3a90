// Bundles create-fw-app with its dependencies into one package, because `npm create` downloads it for a single run.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('../packages/create-fw-app/', import.meta.url));
const output = join(folder, 'dist');

// An earlier bundle: what is compiled is in folders.
for (const file of readdirSync(output).filter((name) => name.endsWith('.js'))) rmSync(join(output, file));
const bundle = await rolldown({
  input: join(folder, 'dist/create-fw-app/src/cli.js'),
  platform: 'node',
});
const { output: chunks } = await bundle.write({ dir: output, chunkFileNames: '[name].js' });
await bundle.close();
// npm makes the command executable when it links it, and the file that it linked was removed above.
chmodSync(join(output, 'cli.js'), 0o755);
const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
writeFileSync(join(output, 'LICENSES.txt'), licensesOf(modules));

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
