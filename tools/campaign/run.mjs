// The fault campaign: `npm run campaign`, five minutes; `npm run campaign -- --candidates fw --seconds 60` for Fw alone, `--help`
// for the options; `--rolling` measures rolling restarts instead (rolling/run.mjs), `--jobs` background jobs (jobs/run.mjs),
// `--fleet` restarts of everything (fleet/run.mjs).
// Each candidate serves the same app (contract.mjs) in a process of its own, on 127.0.0.1 only. The campaign checks the responses
// of well-behaved clients while others abort, stall or send garbage and the server restarts. Violations by Fw are printed, and
// end the campaign with exit code 1. Bare Node and Fastify are measured for comparison and not judged.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine, versionOfRuntime } from '../shared/machine.mjs';
import { runtimeAt } from '../shared/runtimes.mjs';
import { installPeers, versionOf } from '../shared/peers.mjs';
import { assault } from './assault.mjs';
import { FILE, FILE_NAME } from './contract.mjs';
import { HELP, readOptions } from './options.mjs';
import { writeToPage } from './page.mjs';
import { table } from './report.mjs';
import { violationsOf, figuresOf } from './verdict.mjs';

for (const other of ['rolling', 'jobs', 'fleet']) {
  if (!process.argv.includes(`--${other}`)) continue;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const { run } = await import(`./${other}/run.mjs`);
  process.exit(await run(process.argv.slice(2)));
}
const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const { candidates, seconds, seed, pace, runtime } = options;
if (candidates.some(({ server }) => server === 'fastify')) installPeers();

const root = mkdtempSync(join(tmpdir(), 'fw-campaign-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
writeFileSync(join(root, FILE_NAME), FILE);
const certificate = { cert: pem('cert.pem'), key: pem('key.pem') };

const NAMES = { bun: 'Bun', deno: 'Deno' };

console.error(`Seed ${seed}.`);
const results = [];
const violations = [];
for (const candidate of candidates) {
  const share = seconds / candidates.length;
  const figures = figuresOf(
    await assault(candidate, { seconds: share, seed, pace, certificate, root, runtime }),
  );
  results.push(figures);
  if (candidate.isOwn) violations.push(...violationsOf(figures, runtime));
  console.error(`${candidate.name}: ${figures.right} valid responses`);
  for (const [what, sentence] of figures.examples) console.error(`  ${what}: ${sentence}`);
}

const run = {
  ...(runtime !== 'node' && { runtime: NAMES[runtime] }),
  nodeVersion: runtime === 'node' ? process.versions.node : versionOfRuntime(runtimeAt(runtime).path),
  machine: machine(),
  day: new Date().toISOString().slice(0, 10),
  seconds,
  seed,
  versions: Object.fromEntries(
    candidates.flatMap(({ server }) => (server === 'fastify' ? [['fastify', versionOf('fastify')]] : [])),
  ),
  violations,
};
console.log(table(results));
for (const violation of violations) console.error(violation);
if (options.isWritten) {
  mkdirSync(options.out, { recursive: true });
  const name = runtime === 'node' ? `node-${run.nodeVersion.split('.')[0]}` : runtime;
  writeFileSync(join(options.out, `${name}.json`), `${JSON.stringify({ run, results }, null, 2)}\n`);
  if (options.isOnPage) writeToPage(options.out);
}
// Don't wait for clients that are still open.
process.exit(violations.length === 0 ? 0 : 1);

function pem(file) {
  return readFileSync(new URL(`../../packages/runtime/test/fixtures/tls/${file}`, import.meta.url), 'utf8');
}
