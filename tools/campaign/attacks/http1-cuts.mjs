// HTTP/1 clients that disconnect in the middle, or are slow.
import { once } from 'node:events';
import { HEADERS_TIMEOUT, REQUEST_TIMEOUT } from '../contract.mjs';
import { nonceOf, postText, quickRequest, slow, stream } from '../load/requests.mjs';
import { bodyOf, bytesOf, headOf } from '../load/wire.mjs';

// A server checks for slow clients at an interval: here the shorter of its limits. The rest is a margin for a busy machine.
const LATEST_CUT = HEADERS_TIMEOUT + 3000;

/** Each gets `{ round, random, open, judge, isSecure }`; `open` gives an Http1Connection or undefined. */
export const cuts = [
  [4, abortHead],
  [5, abortBody],
  [5, abortResponse],
  [4, abortLate],
  [3, abortFile],
  [2, slowHead],
  [2, slowBody],
  [3, slowReader],
  [2, silent],
  [3, halfClosedSlow],
];

export const lengthy = [slowHead, slowBody];

async function abortHead({ random, round, open }) {
  const connection = await open();
  const bytes = bytesOf(quickRequest(random));
  connection?.write(bytes.subarray(0, random.between(1, Math.min(60, bytes.length))));
  await leave(connection, random, round);
}

async function abortBody({ random, round, open }) {
  const connection = await open();
  const request = postText(random, random.between(100, 60_000));
  const options = { isChunked: random.chance(0.4) };
  const body = bodyOf(request, options);
  connection?.write(Buffer.from(headOf(request, options)));
  await round.hold(random.between(0, 5));
  connection?.write(body.subarray(0, random.between(0, body.length - 6)));
  await leave(connection, random, round);
}

async function abortResponse({ random, round, open }) {
  const connection = await open();
  connection?.write(bytesOf(stream(random, 2000)));
  await firstData(connection, round);
  await leave(connection, random, round);
}

// Before the response exists.
async function abortLate({ random, round, open }) {
  const connection = await open();
  const path = `/${random.pick(['late', 'slow'])}/${nonceOf(random)}/${random.between(20, 100)}`;
  connection?.write(bytesOf({ method: 'GET', path, headers: {} }));
  await leave(connection, random, round);
}

async function abortFile({ random, round, open }) {
  const connection = await open();
  connection?.write(bytesOf({ method: 'GET', path: '/file.txt', headers: {} }));
  if (random.chance(0.5)) await firstData(connection, round);
  await leave(connection, random, round);
}

async function slowHead(attack) {
  const bytes = Buffer.from(
    `GET /echo/${nonceOf(attack.random)} HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(500)}`,
  );
  await dribble(await attack.open(), bytes, HEADERS_TIMEOUT, attack);
}

async function slowBody(attack) {
  const request = postText(attack.random, 2000);
  const connection = await attack.open();
  connection?.write(Buffer.from(headOf(request)));
  await dribble(connection, request.body, REQUEST_TIMEOUT, attack);
}

/** Sends a byte now and then, until the server closes the connection. If the server never does, the connection is overdue. */
async function dribble(connection, bytes, limit, { round, isSecure }) {
  if (connection === undefined) return;
  const latest = performance.now() + limit + LATEST_CUT;
  for (let index = 0; connection.isUsable && !round.isOver; index++) {
    connection.write(bytes.subarray(index, index + 1));
    await round.hold(200);
    if (performance.now() < latest) continue;
    const how = isSecure ? 'HTTPS' : 'HTTP/1';
    round.tally.count('overdue', `${how}: a client that needs longer than ${limit} ms is still served`);
    break;
  }
  await connection.close();
}

// A stream larger than the socket buffers stalls until the client reads it.
async function slowReader({ random, round, open, judge }) {
  const connection = await open();
  if (connection === undefined) return;
  const request = stream(random, 4000);
  const response = connection.awaitResponse(request.method);
  connection.socket.pause();
  connection.write(bytesOf(request));
  await round.hold(random.between(100, 1500));
  if (random.chance(0.5)) return leave(connection, random, round);
  connection.socket.resume();
  judge(request, await response);
  await connection.close();
}

async function silent({ random, round, open }) {
  const connection = await open();
  await round.hold(random.between(500, 3000));
  await connection?.close();
}

// The server may take the client for disconnected, but then it must not send half a response.
async function halfClosedSlow({ random, round, open }) {
  const connection = await open();
  if (connection === undefined) return;
  const request = random.chance(0.5) ? slow(random, 100) : stream(random, 200);
  const response = connection.awaitResponse(request.method);
  connection.socket.end(bytesOf(request));
  const { kind, isHalf } = await response;
  if (kind === 'closed' && isHalf) round.tally.count('halfClosedCut');
  await connection.close();
}

function firstData(connection, round) {
  if (connection === undefined) return undefined;
  return Promise.race([once(connection.socket, 'data'), connection.closed, round.hold(3000)]).catch(() => {});
}

async function leave(connection, random, round) {
  if (connection === undefined) return;
  await round.hold(random.between(0, 20));
  if (random.chance(0.6)) connection.reset();
  await connection.close();
}
