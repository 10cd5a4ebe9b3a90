// Profiles servers: `node tools/bench/profile.mjs --only "fw b,fastify" --scenario e` loads each candidate
// for some seconds under V8's sampling profiler and prints the functions with the largest self time, in
// microseconds per request.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE, hold } from './cores.mjs';
import { RAW } from './candidates.mjs';
import { Load } from './loads/http1.mjs';
import { runtimeAt } from '../shared/runtimes.mjs';
import { readOptions } from './options.mjs';
import { markdownTable } from '../shared/table.mjs';
import { scenarios } from './reference-app.mjs';
import { startServer } from './start-server.mjs';

const SHOWN = 14;
const options = readOptions(process.argv.slice(2));
const { path: node } = runtimeAt(options.nodes[0]);
hold(CORE, [process.pid]);

for (const scenario of options.scenarios) {
  for (const candidate of [RAW, ...options.candidatesIn(scenario)]) await profile(candidate, scenario);
}

async function profile(candidate, scenario) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-profile-'));
  const nodeOptions = [...options.nodeOptions, '--cpu-prof', `--cpu-prof-dir=${folder}`];
  const server = startServer(candidate, scenario, { node, nodeOptions, core: CORE });
  const port = await server.port;
  if (port === undefined) return;
  const [request] = scenarios[scenario].checks;
  const requestCount = options.warmup + options.rounds * options.burst;
  const load = new Load(port, request);
  await load.run(requestCount);
  load.close();
  await server.finish();
  const [file] = readdirSync(folder);
  const functions = selfTimes(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  rmSync(folder, { recursive: true });
  const total = functions.reduce((sum, { time }) => sum + time, 0);
  console.log(
    `\n${scenario} ${candidate.name}: ${requestCount} requests, ${perRequest(total, requestCount)} µs each\n`,
  );
  console.log(
    markdownTable([
      ['function', 'µs per request', '%'],
      ...functions
        .slice(0, SHOWN)
        .map(({ name, time }) => [name, perRequest(time, requestCount), ((100 * time) / total).toFixed(1)]),
    ]),
  );
}

function selfTimes({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    if (functionName === '(idle)') continue;
    const place = url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
    const name = `${functionName || '(anonymous)'}${place}`;
    times.set(name, (times.get(name) ?? 0) + timeDeltas[index]);
  }
  return [...times].map(([name, time]) => ({ name, time })).toSorted((one, other) => other.time - one.time);
}

function perRequest(microseconds, requestCount) {
  return (microseconds / requestCount).toFixed(2);
}
