// The cost of a request without a clock: instructions in user space, counted by valgrind where it is installed, and heap growth
// in bytes. The result is the same on a busy machine, but excludes the kernel, caches and the threads of the garbage collector.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Load } from './loads/http1.mjs';
import { referenceOf } from './candidates.mjs';
import { reports, scenarios } from './reference-app.mjs';
import { startServer } from './start-server.mjs';
import { median } from './statistics.mjs';
import { Subject } from './subject.mjs';

// By then Node 24 has compiled nearly everything. Node 26 still compiles, and its compiler's instructions are included.
const FEWER = 16_000;
const MORE = 24_000;
const BURST = 400;
const hasValgrind = spawnSync('valgrind', ['--version']).error === undefined;

/** @returns `{ results, failures }`; the results are `[{ scenario, rows: [{ name, bytes, instructions }] }]`, the latter only with valgrind */
export async function countInstructions(plan) {
  const failures = [];
  const results = [];
  if (!hasValgrind) console.error('Instructions are not counted, because valgrind is not there');
  for (const scenario of plan.scenarios) {
    const report = Object.values(reports).find(({ scenarios: all }) => all.includes(scenario));
    const reference = referenceOf(report);
    const others = plan.candidatesIn(scenario).filter(({ name }) => name !== reference.name);
    const rows = [];
    for (const candidate of [reference, ...others]) {
      try {
        const bytes = await bytesOf(candidate, scenario, plan);
        const instructions = hasValgrind ? await instructionsOf(candidate, scenario, plan) : undefined;
        rows.push({ name: candidate.name, bytes, instructions });
        console.error(
          `${scenario}  ${candidate.name.padEnd(12)} ${bytes} bytes, ${instructions} instructions`,
        );
      } catch (error) {
        failures.push(error.message);
      }
    }
    results.push({ scenario, rows });
  }
  return { results, failures };
}

// Small enough that most pairs of heap measurements have no garbage collection between them.
const NO_COLLECTION = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

async function bytesOf(candidate, scenario, plan) {
  const nodeOptions = [...NO_COLLECTION, ...plan.nodeOptions];
  const subject = await Subject.start(candidate, scenario, {
    ...plan,
    core: undefined,
    nodeOptions,
    warmup: FEWER,
  });
  const grown = [];
  while (grown.length < 9) {
    const { bytes } = await subject.cost(BURST);
    if (bytes > 0) grown.push(bytes);
  }
  await subject.finish();
  return Math.round(median(grown));
}

// The difference between two runs of different length, which excludes the start and compilation.
async function instructionsOf(candidate, scenario, plan) {
  const [fewer, more] = await Promise.all(
    [FEWER, MORE].map((times) => countRun(candidate, scenario, plan, times)),
  );
  return Math.round((more - fewer) / (MORE - FEWER));
}

async function countRun(candidate, scenario, plan, times) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-instructions-'));
  const log = join(folder, 'log');
  const tool = [
    '--tool=cachegrind',
    '--cache-sim=no',
    '--cachegrind-out-file=/dev/null',
    `--log-file=${log}`,
  ];
  const server = startServer(candidate, scenario, {
    node: 'valgrind',
    // With several threads, the order is random.
    nodeOptions: [
      ...tool,
      '--smc-check=all-non-file',
      plan.node,
      '--single-threaded',
      '--predictable-gc-schedule',
      ...plan.nodeOptions,
    ],
  });
  const load = new Load(await server.port, scenarios[scenario].checks[0], 10);
  await load.run(times);
  load.close();
  await server.finish();
  const [, refs] = /I\s+refs:\s+([\d,]+)/.exec(readFileSync(log, 'utf8'));
  rmSync(folder, { recursive: true });
  return Number(refs.replaceAll(',', ''));
}
