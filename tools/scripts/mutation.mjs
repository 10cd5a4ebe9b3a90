// npm run mutation [-- --sample 500 --seed 7 | --files GLOB | --only REPORT] [--tests GLOB] [--report FILE]
// changes the source in small ways (mutants) and runs the unit tests that cover each change. A mutant that fails no test survives:
// it shows behavior that the tests don't assert. The sample is drawn evenly over all mutants of FOLDERS; --files tests every mutant
// of some files, --only the survivors of an earlier report, and --tests runs only some test files, which is quicker.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { tested } from './mutation-results.mjs';

const FOLDERS = [
  'kernel/http',
  'kernel/router',
  'kernel/pipeline',
  'a',
  'b',
  'features/config',
  'server/node',
]
  .map((name) => `packages/runtime/src/${name}`)
  .concat('packages/cli/src/edit');

const { values: given } = parseArgs({
  options: {
    sample: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    files: { type: 'string' },
    only: { type: 'string' },
    tests: { type: 'string' },
    report: { type: 'string', default: 'dist/mutation/report.json' },
  },
});

process.chdir(new URL('../..', import.meta.url).pathname);
const { instrument } = Instrumenter.prototype;
const mutants = await chooseMutants();
if (mutants.length === 0) throw new Error('There is no mutant to test. Check --files or --only.');
// Read before the run, because it takes long and the source may change meanwhile.
const originals = new Map(mutants.map((mutant) => [keyOf(mutant), originalOf(mutant)]));
console.log(`Testing ${mutants.length} mutants. Ctrl+C ends the run and prints the results so far.`);
process.once('SIGINT', () => {
  report();
  process.exit(130);
});
restrictTo(mutants);
await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation-results.mjs'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  ...(given.tests !== undefined && { testFiles: [given.tests] }),
  mutate: [...new Set(mutants.map(({ fileName }) => fileName))],
  reporters: ['results'],
  coverageAnalysis: 'perTest',
  // A mutant of code that only runs when a module is imported needs a new process with all tests.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ['dist'],
  tempDirName: 'dist/mutation/sandbox',
  cleanTempDir: 'always',
  disableTypeChecks: false,
  // TypeScript 7 has no API for Stryker to rewrite the file.
  tsconfigFile: 'none',
  logLevel: 'warn',
}).runMutationTest();
report();

async function chooseMutants() {
  if (given.only !== undefined) return JSON.parse(readFileSync(given.only, 'utf8')).mutants.filter(survived);
  const pattern = given.files === undefined ? /\.ts$/ : expressionOf(given.files);
  const all = await mutantsOf(FOLDERS.flatMap(filesIn).filter((file) => pattern.test(file)));
  if (given.files !== undefined) return all;
  console.log(`--sample ${given.sample} --seed ${given.seed} of ${all.length} mutants`);
  return drawFrom(all, Number(given.sample), Number(given.seed));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}

function expressionOf(glob) {
  const source = glob
    .replace(/[.+?^$()[\]|\\]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${source}$`);
}

async function mutantsOf(names) {
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const logger = { debug() {}, info() {}, isDebugEnabled: () => false };
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  const { mutants: all } = await instrument.call(new Instrumenter(logger), files, options);
  return all;
}

/** The same seed draws the same mutants of the same source (mulberry32 and a partial shuffle). */
function drawFrom(all, count, seed) {
  const left = [...all];
  let state = seed;
  const random = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [drawn] = left.splice(Math.floor(random() * left.length), 1);
    return drawn;
  });
}

/**
 * Stryker's option `mutate` takes ranges, but it matches each of them with each file, and mutates what is inside of a range as
 * well. So the instrumenter gets the ranges, and returns the chosen mutants only.
 */
function restrictTo(chosen) {
  const ranges = new Map();
  for (const { fileName, location } of chosen)
    ranges.set(fileName, [...(ranges.get(fileName) ?? []), location]);
  const keys = new Set(chosen.map(keyOf));
  Instrumenter.prototype.instrument = async function instrumentChosen(files, options) {
    const restricted = files.map((file) => ({
      ...file,
      mutate: ranges.get(relative('.', file.name)) ?? false,
    }));
    const { mutants: all, ...rest } = await instrument.call(this, restricted, options);
    return { ...rest, mutants: all.filter((mutant) => keys.has(keyOf(mutant))) };
  };
}

/** Names a mutant: the same change at the same place of the same file. */
function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = [start.line, start.column, end.line, end.column].join(':');
  return [relative('.', fileName), place, mutatorName, replacement].join(' ');
}

/**
 * A mutant of a module's own code (static) may have run before Stryker activated the mutant, so its survival shows nothing.
 */
function survived({ status, isStatic }) {
  return isStatic !== true && (status === 'Survived' || status === 'NoCoverage');
}

function report() {
  const results = tested.map((mutant) => ({
    fileName: relative('.', mutant.fileName),
    location: mutant.location,
    mutatorName: mutant.mutatorName,
    original: originals.get(keyOf(mutant)),
    replacement: mutant.replacement,
    status: mutant.status,
    ...(mutant.static && { isStatic: true }),
    ...(mutant.killedBy && { killedBy: mutant.killedBy }),
  }));
  mkdirSync(dirname(given.report), { recursive: true });
  writeFileSync(given.report, `${JSON.stringify({ seed: given.seed, mutants: results }, undefined, 1)}\n`);
  const alive = results.filter(survived);
  for (const { fileName, location, original, replacement, status } of alive) {
    console.log(`${fileName}:${location.start.line + 1} (${status})\n  - ${original}\n  + ${replacement}`);
  }
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const valid = killed + alive.length;
  const score = valid === 0 ? 0 : (100 * killed) / valid;
  const rest = results.length - valid;
  console.log(
    `${killed} of ${valid} mutants killed: ${score.toFixed(1)} % (${rest} more are static or don't run)`,
  );
  console.log(`The report is ${given.report}.`);
}

function originalOf({ fileName, location: { start, end } }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines.push(lines.pop().slice(0, end.column));
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}
