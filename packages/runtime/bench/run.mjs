// The benchmark: `npm run bench`, about half an hour; `npm run bench -- --quick` for a first look, `--help` for the options.
// Contracts alone: `npm run bench -- --scenario g`.
// Applications bundled for Workers alone (see bundles/), two minutes: `npm run bench -- --only bundles`.
// One row again: `npm run bench -- --only fastify --scenario e --rounds 3`. Another Node: `--node /path/to/node` (the
// package `node` of the registry brings one: `npm install --prefix /tmp/node node@latest`, then
// `--node /tmp/node/node_modules/node/bin/node`).
//
// In a round every candidate has one fresh process for each scenario, the raw server two, because one process is a sample
// of one: how fast V8 makes it is partly chance. All processes of a scenario are loaded in turns, a short burst each, so
// that what else goes on in the machine meets all of them alike (see measure.mjs); who comes when is shuffled. What counts
// is the number of requests per second of the server's own processor time, as a ratio to the raw server of the round.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { measureBundles } from './bundles/measure.mjs';
import { bundlesTable, describeBundles } from './bundles/report.mjs';
import { RAW } from './candidates.mjs';
import { chart } from './chart.mjs';
import { describeRun, nodeVersionOf } from './environment.mjs';
import { Subject } from './measure.mjs';
import { HELP, readOptions } from './options.mjs';
import { installPeers } from './peers.mjs';
import { writeToPage } from './page.mjs';
import { report, table } from './report.mjs';
import { shuffled } from './shuffled.mjs';
import { reports } from './site.mjs';
import { summarise } from './statistics.mjs';

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
installPeers();

const pins = availableParallelism() > 1 ? { serverCore: 0, loadCore: 1 } : {};
const plan = { ...options, ...pins };
/** By scenario, then by name: the samples of each candidate. */
const samples = new Map(options.scenarios.map((scenario) => [scenario, new Map()]));
const skipped = new Set();
const failures = [];
const nameOfRun = `node-${nodeVersionOf(options.node).split('.')[0]}`;
if (options.isWritten) mkdirSync(options.out, { recursive: true });
if (options.hasBundles) await runBundles().catch(noteFailure);
if (options.hasServers) await runServers();
if (options.isOnPage) writeToPage(options.out);
if (failures.length > 0) process.exitCode = 1;

async function runBundles() {
  const begun = Date.now();
  const results = await measureBundles(plan);
  const run = describeBundles({ ...plan, begun, results });
  console.log(`\n${bundlesTable(results)}\n\n${run.lines.join('\n')}\n`);
  if (options.isWritten) writeJson(`bundles-${nameOfRun}`, { run, results });
}

async function runServers() {
  const begun = Date.now();
  const rounds = await measureRounds(begun + options.minutes * 60_000);
  for (const prefix of Object.keys(reports)) {
    const results = resultsOf(prefix);
    if (results.length === 0) continue;
    const run = describeRun({ ...plan, report: prefix, rounds, begun, skipped: [...skipped], failures });
    if (options.isWritten) writeServers(`${prefix}${nameOfRun}`, run, results);
    else console.log(`\n${table(results)}\n\n${run.lines.join('\n')}`);
  }
}

function resultsOf(prefix) {
  return options.scenarios
    .filter((scenario) => reports[prefix].includes(scenario))
    .map((scenario) => {
      const byName = samples.get(scenario);
      const rows = [RAW, ...options.candidates]
        .filter(({ name }) => byName.has(name))
        .map(({ name }) => ({ name, ...summarise(byName.get(name), byName.get(RAW.name)) }));
      return { scenario, rows };
    });
}

async function measureRounds(deadline) {
  let longest = 0;
  for (let round = 1; round <= options.rounds; round++) {
    const start = Date.now();
    if (round > 1 && start + longest > deadline) return round - 1;
    for (const scenario of options.scenarios) await measureScenario(round, scenario);
    longest = Math.max(longest, Date.now() - start);
  }
  return options.rounds;
}

async function measureScenario(round, scenario) {
  const taking = options.candidates.filter(
    ({ name, scenarios }) => !skipped.has(name) && (scenarios === undefined || scenarios.includes(scenario)),
  );
  let subjects = [];
  for (const candidate of [RAW, ...shuffled(taking), RAW]) {
    const subject = await attempt(candidate, () => Subject.start(candidate, scenario, plan));
    if (subject === null) skip(candidate);
    else if (subject !== undefined) subjects.push(subject);
  }
  for (let turn = 0; turn < options.turns; turn++) {
    for (const subject of shuffled(subjects)) {
      const isLoaded = await attempt(subject.candidate, () => subject.burst(options.burst));
      if (!isLoaded) subjects = subjects.filter((other) => other !== subject);
    }
  }
  for (const subject of subjects) {
    const { name } = subject.candidate;
    const sample = await attempt(subject.candidate, () => subject.finish());
    if (sample === undefined) continue;
    const byName = samples.get(scenario);
    if (!byName.has(name)) byName.set(name, []);
    byName.get(name).push({ round, ...sample });
    console.error(
      `round ${round}  ${scenario}  ${name.padEnd(20)} ${Math.round(sample.perCpuSecond)} requests per processor second`,
    );
  }
}

// A long run is not lost to one fault; a number that is wrong is not reported either. Undefined when it failed.
async function attempt(candidate, work) {
  try {
    return await work();
  } catch (error) {
    if (candidate === RAW) throw error;
    noteFailure(error);
    return undefined;
  }
}

function noteFailure({ message }) {
  failures.push(message);
  console.error(message);
}

function skip({ name }) {
  skipped.add(name);
  console.error(`${name}: skipped, because what it needs is not there`);
}

function writeServers(name, run, results) {
  writeJson(name, { run, results });
  writeFileSync(join(options.out, `${name}.svg`), chart(results, run));
  writeFileSync(join(options.out, `${name}.md`), report(results, run, `${name}.svg`));
}

function writeJson(name, content) {
  const file = join(options.out, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Written to ${file}`);
}
