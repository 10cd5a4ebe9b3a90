// Milliseconds from the start of a process to its first response, for the small app of the benchmark: `npm run bench:micro --
// first-response`. The process is started as in the benchmark, but gets its request as soon as it listens. "fw B, project" is a
// project of create-fw-app: container, configuration from files, without the error page of development.
import { once } from 'node:events';
import { get } from 'node:http';
import { candidates, RAW } from '../candidates.mjs';
import { startServer } from '../start-server.mjs';
import { TEXT } from '../reference-app.mjs';

export const title = 'Start of the process to the first response, ms';
const project = { name: 'fw B, project', server: 'fw-project' };
const taking = [
  RAW,
  ...candidates.filter(({ name, scenarios }) => scenarios.includes('a') && !/ on /.test(name)),
  project,
];
export const contenders = taking.map(({ name }) => name);

const TIMES = 5;

export async function run(contender) {
  const candidate = taking.find(({ name }) => name === contender);
  const times = [];
  for (let index = 0; index < TIMES; index++) times.push(await firstResponse(candidate));
  return { ms: Math.round(times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)]) };
}

async function firstResponse(candidate) {
  const start = performance.now();
  const server = startServer(candidate, 'a', { node: process.execPath, nodeOptions: [] });
  const port = await server.port;
  const [response] = await once(get({ host: '127.0.0.1', port, path: '/text', agent: false }), 'response');
  const text = (await response.setEncoding('utf8').toArray()).join('');
  const elapsed = performance.now() - start;
  await server.stop();
  if (text !== TEXT) throw new Error(`${candidate.name} responds with ${text}`);
  return elapsed;
}
