// The hello applications, bundled for Workers: one minified ES module each.
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The reference of every ratio. */
export const REFERENCE = 'hono';

/** By name: the file of hello/. "no framework" is an object with only `fetch`, which measures the runtime itself. */
const applications = {
  'no framework': 'none',
  hono: 'hono',
  'hono/tiny': 'hono-tiny',
  h3: 'h3',
  'itty-router': 'itty-router',
  'fw A': 'fw-a',
  'fw B': 'fw-b',
};

/**
 * @param names of the applications, all when absent
 * @returns `{ name, file, bytes, gzipped }` of each, in a folder that is removed when the process ends
 */
export async function makeBundles(names = Object.keys(applications)) {
  const { build } = await import('esbuild');
  const folder = await mkdtemp(join(tmpdir(), 'fw-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return Promise.all(
    names.map(async (name) => {
      const hello = applications[name];
      const file = join(folder, `${hello}.mjs`);
      await build({
        entryPoints: [join(import.meta.dirname, 'hello', `${hello}.mjs`)],
        outfile: file,
        ...FOR_WORKERS,
      });
      const code = await readFile(file);
      return { name, file, bytes: code.length, gzipped: gzipSync(code, { level: 9 }).length };
    }),
  );
}

/** The options of esbuild for Workers. A bundle that needs a module of Node is an error. */
export const FOR_WORKERS = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  conditions: ['workerd', 'worker', 'browser'],
  legalComments: 'none',
  logLevel: 'error',
};
