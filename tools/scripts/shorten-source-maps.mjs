// Keeps one mapping for each line of the built modules, because stack traces and breakpoints need no more. The compiler maps
// every token, and these maps would be a quarter of the published packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

const packages = join(import.meta.dirname, '../../packages');

for (const name of readdirSync(packages)) {
  const built = join(packages, name, 'dist');
  if (!existsSync(built)) continue;
  const files = readdirSync(built, { recursive: true }).filter((file) => file.endsWith('.js.map'));
  for (const file of files) shorten(join(built, file));
}

function shorten(file) {
  const text = readFileSync(file, 'utf8');
  const map = JSON.parse(text);
  const lines = decode(map.mappings);
  const mappings = encode(lines.map((segments) => segments.slice(0, 1)));
  // The compiler writes only the modules that have changed.
  if (mappings !== map.mappings) writeFileSync(file, JSON.stringify({ ...map, mappings }));
}
