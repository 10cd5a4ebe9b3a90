// How much there is to read: the path of one warm GET, the modules that a server loads, and the size of the
// runtime.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBundles } from '../bundles/bundles.mjs';

const packages = join(import.meta.dirname, '../../../packages');
const runtime = join(packages, 'runtime');
const source = join(runtime, 'src');
// Optional entry points that no server loads by itself.
const NOT_COUNTED = /^(?:development|policies)\//;
// A line with code begins with something other than a comment.
const CODE = /^ *(?!\/\/|\/?\*|$)\S/;

/**
 * The functions that one warm GET runs in a server on this Node.
 *
 * @param variant `a` or `b`
 * @param node the path of another Node
 * @returns `loaded`: how many modules; `ways`: `{ file, functions }` for each file of packages/runtime/src
 */
export function wayOf(variant, node = process.execPath) {
  const output = execFileSync(node, [join(import.meta.dirname, 'one-get.mjs'), variant], {
    encoding: 'utf8',
  });
  const { loaded, ran } = JSON.parse(output);
  const built = join(runtime, 'dist');
  const ways = ran.map(({ url, functions }) => ({
    file: relative(built, fileURLToPath(url)).replaceAll('\\', '/').replace(/\.js$/, '.ts'),
    functions,
  }));
  return { loaded, ways };
}

/** The output of `npm run bench -- --way`. */
export async function wayReport() {
  const ways = ['b', 'a'].map((variant) => ({ name: `fw ${variant.toUpperCase()}`, ...wayOf(variant) }));
  const numbers = [...ways.flatMap(numbersOfWay), ...(await sizes())];
  const width = Math.max(...numbers.map(([what]) => what.length));
  return [
    ...ways.map(({ name, ways: files }) => {
      const rows = files.map(({ file, functions }) => `  ${file}: ${functions.join(', ')}`);
      return `${name}: functions that a GET runs\n${rows.toSorted().join('\n')}\n`;
    }),
    ...numbers.map(([what, number]) => `${what.padEnd(width)}  ${number}`),
  ].join('\n');
}

function numbersOfWay({ name, loaded, ways }) {
  return [
    [`${name}: functions that a GET runs`, sum(ways.map(({ functions }) => functions.length))],
    [`${name}: files of these functions`, ways.length],
    [`${name}: lines of these files`, sum(ways.map(({ file }) => linesOf(join(source, file)).length))],
    [`${name}: modules that a server loads`, loaded],
  ];
}

async function sizes() {
  const [bundle] = await makeBundles(['fw B']);
  const files = filesIn(source).filter((file) => !NOT_COUNTED.test(file));
  const lines = files.map((file) => linesOf(join(source, file)));
  const { dependencies } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8'));
  return [
    ['fw B: hello bundle for Workers, gzip, in bytes', bundle.gzipped],
    ['runtime: lines of code', sum(lines.map((each) => each.filter((line) => CODE.test(line)).length))],
    ['runtime: files', files.length],
    ['runtime: dependencies', Object.keys(dependencies).length],
    ['runtime: lines of the longest file', Math.max(...lines.map((each) => each.length))],
    ['all packages: files of the largest folder', largestFolder()],
  ];
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function largestFolder() {
  const sizes = new Map();
  for (const name of readdirSync(packages)) {
    for (const file of filesIn(join(packages, name, 'src'))) {
      const folder = join(name, file, '..');
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
  }
  return Math.max(...sizes.values());
}

function linesOf(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
