// Nanoseconds of a whole request without a socket: from the `request` event of Node's server to the end of the response, with
// Node's own messages. The difference from `raw` is the cost of a framework, with less noise than a server under load. `npm run
// bench:micro -- requests`; one row: `npm run bench:micro -- requests --only "e: fw B"`.
import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { candidates, RAW } from '../candidates.mjs';
import { isLarge, scenarios } from '../reference-app.mjs';
import { nanoseconds } from './nanoseconds.mjs';

export const title = 'A request without a socket, ns';
const taking = [RAW, ...candidates];
export const contenders = ['a', 'b', 'c', 'e', 'f'].flatMap((scenario) =>
  taking
    .filter((candidate) => candidate.scenarios.includes(scenario))
    .map(({ name }) => `${scenario}: ${name}`),
);

const COUNT = 1000;
// As many as arrive in one turn of the event loop on a busy server.
const AT_ONCE = 32;

export async function run(contender) {
  const [scenario, name] = contender.split(': ');
  const { server, options } = taking.find((candidate) => candidate.name === name);
  const { start } = await import(`../servers/${server}.mjs`);
  const listener = await listenerAt(await start({ large: isLarge(scenario), ...options }));
  const [check] = scenarios[scenario].checks;
  const time = await nanoseconds({
    run: () => handle(listener, check.path, check.status),
    expected: COUNT,
    count: COUNT,
    batches: 100,
  });
  return { ns: Math.round(time) };
}

async function listenerAt(port) {
  const firstMessage = new Promise((resolve) => {
    subscribe('http.server.request.start', ({ server }) => resolve(server));
  });
  await fetch(`http://127.0.0.1:${port}/`);
  return (await firstMessage).listeners('request')[0];
}

async function handle(listener, path, status) {
  const responses = [];
  for (let index = 0; index < COUNT; index++) {
    const incoming = new IncomingMessage(socket);
    Object.assign(incoming, {
      method: 'GET',
      url: path,
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      httpVersion: '1.1',
    });
    // As the parser does; there is no public way.
    // oxlint-disable-next-line no-underscore-dangle
    incoming._addHeaderLines(HEADERS, HEADERS.length);
    incoming.complete = true;
    incoming.push(null);
    const outgoing = new ServerResponse(incoming);
    responses.push(outgoing);
    listener(incoming, outgoing);
    if (index % AT_ONCE === 0) await setImmediate();
  }
  await setImmediate();
  return responses.filter((outgoing) => outgoing.statusCode === status && outgoing.writableEnded).length;
}

const socket = new Socket();
const HEADERS = ['Host', '127.0.0.1:8080', 'Connection', 'keep-alive'];
