// A client that sends one valid request after another over HTTP/1, in every permitted manner.
import { Http1Connection } from './http1-connection.mjs';
import { anyRequest, echo, postText, quickRequest, smallRequest } from './requests.mjs';
import { bodyOf, bytesOf, headOf, pieces } from './wire.mjs';

const exchanges = [
  [60, single],
  [10, inPieces],
  [10, pipelined],
  [6, expecting],
  [4, upgrading],
  [5, halfClosed],
  [5, closing],
];

/** @param round see Round in round.mjs */
export async function steadyHttp1(round, random, isSecure) {
  const how = isSecure ? 'HTTPS' : 'HTTP/1';
  const possible = round.target.possible(exchanges);
  while (await round.continues()) {
    const connection = await round.connect(how, () => Http1Connection.open(round.target, isSecure));
    if (connection === undefined) continue;
    connection.onSurplus = (message) => round.tally.count('surplus', `${how}: ${message}`);
    for (let left = random.between(1, 30); left > 0 && connection.isUsable && !round.isOver; left--) {
      const exchange = random.weighted(possible);
      const judge = (request, outcome) => round.tally.judge(request, outcome, `${how} ${exchange.name}`);
      await exchange(connection, random, judge, round);
      await round.think(random);
    }
    await connection.close();
  }
}

async function single(connection, random, judge) {
  const request = anyRequest(random);
  connection.write(bytesOf(request, { isChunked: random.chance(0.3) }));
  judge(request, await connection.awaitResponse(request.method));
}

async function inPieces(connection, random, judge, round) {
  const request = anyRequest(random);
  const response = connection.awaitResponse(request.method);
  for (const piece of pieces(bytesOf(request, { isChunked: random.chance(0.5) }), random, 6)) {
    connection.write(piece);
    await round.hold(random.between(0, 4));
  }
  judge(request, await response);
}

// Over TLS, Node itself closes a connection ("Parse Error: Paused") that receives more while 16 KiB of responses wait.
async function pipelined(connection, random, judge) {
  const [make, most] = connection.isSecure ? [smallRequest, 25] : [quickRequest, 50];
  const requests = Array.from({ length: random.between(2, most) }, () => make(random));
  const responses = requests.map(({ method }) => connection.awaitResponse(method));
  connection.write(Buffer.concat(requests.map((request) => bytesOf(request))));
  for (const [index, response] of responses.entries()) judge(requests[index], await response);
}

// Some clients wait for "100 Continue"; some announce it and don't wait.
async function expecting(connection, random, judge) {
  const request = postText(random);
  const response = connection.awaitResponse(request.method);
  const isPatient = random.chance(0.6);
  const interim = isPatient ? connection.awaitInterim(3000) : undefined;
  connection.write(Buffer.from(headOf(request, { extra: { expect: '100-continue' } })));
  // A client that gets no "100 Continue" sends nothing, and gets no response either.
  if (!isPatient || (await interim) === 100) connection.write(bodyOf(request));
  judge(request, await response);
}

async function upgrading(connection, random, judge) {
  const request = quickRequest(random);
  const extra = { connection: 'Upgrade', upgrade: random.pick(['websocket', 'h2c']) };
  connection.write(bytesOf(request, { extra }));
  judge(request, await connection.awaitResponse(request.method));
}

// Uses its own connection: Node drops a response queued behind another whose last bytes are still being written when the client
// ends its side.
async function halfClosed({ isSecure }, random, judge, round) {
  const connection = await round.connect('half-closed', () => Http1Connection.open(round.target, isSecure));
  if (connection === undefined) return;
  const request = random.pick([echo, postText])(random);
  const response = connection.awaitResponse(request.method);
  connection.socket.end(bytesOf(request));
  judge(request, await response);
  await connection.close();
}

async function closing(connection, random, judge) {
  const request = anyRequest(random);
  connection.write(bytesOf(request, { extra: { connection: 'close' } }));
  judge(request, await connection.awaitResponse(request.method));
}
