// HTTP/1 clients that send forbidden or oversized requests.
import { BODY_LIMIT } from '../contract.mjs';
import { hasStatus, postText, quickRequest, nonceOf } from '../load/requests.mjs';
import { bytesOf, chunked, headOf } from '../load/wire.mjs';
import { mutate } from './mutate.mjs';

/** Each gets `{ round, random, open, judge }`; see http1-cuts.mjs. */
export const bytes = [
  [12, mutated],
  [3, longHead],
  [2, longTarget],
  [4, largeBody],
  [4, largeChunks],
  [3, largeExpected],
  [2, unknownExpectation],
  [2, twoLengths],
  [2, badChunk],
];

async function mutated({ random, round, open }) {
  const connection = await open();
  if (connection === undefined) return;
  const requests = Array.from({ length: random.between(1, 3) }, () => quickRequest(random));
  for (const { headers } of requests) delete headers['x-digest'];
  const sent = mutate(Buffer.concat(requests.map((request) => bytesOf(request))), random);
  const received = [];
  connection.socket.removeAllListeners('data').on('data', (part) => received.push(part));
  connection.write(sent);
  await Promise.race([connection.closed, round.hold(200)]);
  const foreign = foreignBytesIn(Buffer.concat(received).toString('latin1'), sent.toString('latin1'));
  if (foreign !== undefined) round.tally.count('wrong', `mutated bytes: ${foreign}`);
  await connection.close();
}

/** What a response must not contain, even a response to an invalid request. */
export function foreignBytesIn(received, sent) {
  const nonces = [...received.matchAll(/x-nonce: (\S+)/gi)].map(([, nonce]) => nonce);
  const foreign = nonces.find((nonce) => !sent.includes(nonce) && !sent.includes(encodeURI(nonce)));
  if (foreign !== undefined && /^[\w-]+$/.test(foreign)) return `the response to another request, ${foreign}`;
  return /^HTTP\/1\.1 500 /m.test(received) ? `500 to ${JSON.stringify(sent.slice(0, 200))}` : undefined;
}

async function longHead(attack) {
  const { random } = attack;
  const path = `/echo/${nonceOf(random)}`;
  const headers = { 'x-long': 'x'.repeat(random.between(17_000, 80_000)) };
  await expectRejection(attack, { method: 'GET', path, headers }, [431]);
}

async function longTarget(attack) {
  const path = `/echo/${'x'.repeat(attack.random.between(17_000, 80_000))}`;
  await expectRejection(attack, { method: 'GET', path, headers: {} }, [431, 414]);
}

async function twoLengths(attack) {
  const request = postText(attack.random, 100);
  await expectRejection(
    attack,
    { ...request, headers: { ...request.headers, 'transfer-encoding': 'chunked' } },
    [400],
  );
}

async function badChunk(attack) {
  const request = postText(attack.random, 100);
  const head = headOf(request, { isChunked: true });
  await expectRejection(attack, request, [400], Buffer.from(`${head}5\r\nhello\r\nxyz\r\n`));
}

/**
 * Node rejects the request itself and closes the connection. A client that is still sending may not read the
 * reason.
 */
async function expectRejection({ open, judge }, request, statuses, sent = bytesOf(request)) {
  const connection = await open();
  if (connection === undefined) return;
  const response = connection.awaitResponse(request.method);
  connection.write(sent);
  const outcome = await response;
  const expected = { ...request, path: request.path.slice(0, 60), check: hasStatus(...statuses) };
  if (outcome.kind !== 'closed') judge(expected, outcome);
  await connection.close();
}

// A limit applies with and without Content-Length, and the client receives the error response.
async function largeBody(attack) {
  const { random } = attack;
  const size = random.pick([BODY_LIMIT + 1, 2 * BODY_LIMIT, 4 * BODY_LIMIT]);
  await tooLarge(attack, (request) => bytesOf(request), size);
}

async function largeChunks(attack) {
  const size = attack.random.pick([BODY_LIMIT + 1, 3 * BODY_LIMIT]);
  await tooLarge(
    attack,
    (request) =>
      Buffer.concat([Buffer.from(headOf(request, { isChunked: true })), chunked(request.body, 60_000)]),
    size,
  );
}

async function tooLarge({ random, open, judge }, write, size) {
  const connection = await open();
  if (connection === undefined) return;
  const nonce = nonceOf(random);
  const request = {
    method: 'POST',
    path: `/echo/${nonce}`,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.alloc(size, 'x'),
    check: hasStatus(413),
  };
  const response = connection.awaitResponse(request.method);
  connection.write(write(request));
  judge(request, await response);
  await connection.close();
}

async function largeExpected({ random, round, open, judge }) {
  const connection = await open();
  if (connection === undefined) return;
  const request = { ...postText(random, 10), check: hasStatus(413) };
  const response = connection.awaitResponse(request.method);
  const interim = connection.awaitInterim(3000);
  const extra = { expect: '100-continue', 'content-length': String(3 * BODY_LIMIT) };
  connection.write(Buffer.from(headOf(request, { extra })));
  if ((await interim) === 100) {
    round.tally.count('invited', 'HTTP/1: 100 Continue for a body that is too large');
    connection.write(Buffer.alloc(3 * BODY_LIMIT));
  }
  judge(request, await response);
  await connection.close();
}

async function unknownExpectation({ random, open, judge }) {
  const connection = await open();
  if (connection === undefined) return;
  const request = { ...quickRequest(random), check: hasStatus(417) };
  const response = connection.awaitResponse(request.method);
  connection.write(bytesOf(request, { extra: { expect: '200-maybe' } }));
  judge(request, await response);
  await connection.close();
}
