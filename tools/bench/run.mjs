// The benchmark: `npm run bench`, just under 40 minutes; `npm run bench -- --quick` for a first look, `--help` for the options.
//
// The cost of a request is the server's own processor time over a burst of requests, divided by their number. All candidates of a
// scenario run at the same time, on the core of the load generator. They get their bursts in turns, in another order each round,
// so that background load affects all of them alike. The ratio to the raw server is taken within a round, its median over the
// rounds; several sets of fresh processes give the range, because V8 optimizes each process partly by chance.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlesTable, describeBundles } from './bundles/report.mjs';
import { measureBundles } from './bundles/measure.mjs';
import { measureBursts } from './bursts.mjs';
import { chart } from './chart.mjs';
import { CORE } from './cores.mjs';
import { describeRun } from './environment.mjs';
import { versionOfRuntime } from '../shared/machine.mjs';
import { countInstructions } from './instructions.mjs';
import { runtimeAt } from '../shared/runtimes.mjs';
import { HELP, readOptions } from './options.mjs';
import { writeToPage } from './page.mjs';
import { installPeers } from '../shared/peers.mjs';
import { instructionsTable, table } from './report.mjs';
import { reports } from './reference-app.mjs';
import { wayReport } from './way/measure.mjs';

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
if (options.way) {
  console.log(await wayReport());
  process.exit(0);
}
installPeers();
if (options.isWritten) mkdirSync(options.out, { recursive: true });

/** The reports that are also drawn as charts. */
const CHARTED = new Set(['', 'contracts-']);

const runs = { bundles: runBundles, instructions: runInstructions, bursts: runBursts };
for (const name of options.nodes) {
  try {
    const { name: runtime, path: node, args } = runtimeAt(name);
    const plan = { ...options, runtime, node, args, core: CORE };
    await runs[options.kind](plan, nameOf(plan));
    if (options.isOnPage) writeToPage(options.out);
  } catch (error) {
    // The results of other Node versions are kept.
    noteFailure(error);
  }
}

/** For example, `node-24`; a new version of another runtime replaces the results of the previous version. */
function nameOf({ runtime, node }) {
  return runtime === 'node' ? `node-${versionOfRuntime(node).split('.')[0]}` : runtime;
}

async function runBundles(plan, nameOfNode) {
  const begun = Date.now();
  const results = await measureBundles(plan);
  const run = describeBundles({ ...plan, begun, results });
  console.log(`\n${bundlesTable(results)}\n\n${run.lines.join('\n')}\n`);
  write(`bundles-${nameOfNode}`, { run, results });
}

async function runInstructions(plan, nameOfNode) {
  const begun = Date.now();
  const { results, failures } = await countInstructions(plan);
  const run = describeRun({ ...plan, report: '', begun, skipped: [], failures });
  console.log(`\n${instructionsTable(results)}\n`);
  write(`instructions-${nameOfNode}`, { run, results });
  failures.forEach((message) => noteFailure({ message }));
}

async function runBursts(plan, nameOfNode) {
  for (const [prefix, report] of Object.entries(reports)) {
    const begun = Date.now();
    const { results, skipped, failures } = await measureBursts(report, plan);
    if (failures.length > 0) process.exitCode = 1;
    if (results.length === 0) continue;
    const run = describeRun({ ...plan, report: prefix, begun, skipped, failures });
    console.log(`\n${table(results)}\n\n${run.lines.join('\n')}\n`);
    write(`${prefix}${nameOfNode}`, { run, results });
    if (options.isWritten && plan.runtime === 'node' && CHARTED.has(prefix))
      writeFileSync(join(options.out, `${prefix}${nameOfNode}.svg`), chart(results, run));
  }
}

function write(name, content) {
  if (!options.isWritten) return;
  const file = join(options.out, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Written to ${file}`);
}

function noteFailure({ message }) {
  process.exitCode = 1;
  console.error(message);
}
