// HTTP/2 clients that disconnect in the middle, are slow, or send too much.
import { constants } from 'node:http2';
import { once } from 'node:events';
import { BODY_LIMIT } from '../contract.mjs';
import { anyRequest, echo, hasStatus, nonceOf, postText, stream } from '../load/requests.mjs';

const { NGHTTP2_CANCEL } = constants;

/** Each gets `{ round, random, open, judge }`; `open` gives an Http2Client or undefined. */
export const http2 = [
  [5, resetUpload],
  [3, shortUpload],
  [4, resetResponse],
  [4, resetLate],
  [2, rapidResets],
  [3, goAway],
  [4, vanish],
  [3, closedWindow],
  [3, slowStream],
  [2, slowUpload],
  [2, idleSession],
  [2, longHeaders],
  [4, largeBody],
];

async function resetUpload({ random, round, open }) {
  const client = await open();
  const request = postText(random, random.between(100, 20_000));
  const upload = client?.begin(request);
  upload?.write(request.body.subarray(0, random.between(1, request.body.length - 1)));
  await round.hold(random.between(0, 20));
  upload?.close(NGHTTP2_CANCEL);
  await round.hold(20);
  await client?.close();
}

// Ended without an error, but before its Content-Length.
async function shortUpload({ random, round, open }) {
  const client = await open();
  const request = postText(random, random.between(100, 2000));
  client?.begin(request)?.end(request.body.subarray(0, 40));
  await round.hold(50);
  await client?.close();
}

async function resetResponse({ random, round, open }) {
  const client = await open();
  const response = client?.begin(random.chance(0.7) ? stream(random, 2000) : fileRequest());
  if (response !== undefined) await Promise.race([once(response, 'data').catch(() => {}), round.hold(3000)]);
  response?.close(NGHTTP2_CANCEL);
  await client?.close();
}

async function resetLate({ random, round, open }) {
  const client = await open();
  const path = `/${random.pick(['late', 'slow'])}/${nonceOf(random)}/${random.between(20, 100)}`;
  const response = client?.begin({ method: 'GET', path, headers: {} });
  await round.hold(random.between(0, 20));
  response?.close(NGHTTP2_CANCEL);
  await round.hold(100);
  await client?.close();
}

async function rapidResets({ random, round, open }) {
  const client = await open();
  if (client === undefined) return;
  for (let left = random.between(20, 80); left > 0 && client.isUsable; left--) {
    client.begin(echo(random))?.close(NGHTTP2_CANCEL);
    if (random.chance(0.1)) await round.hold(1);
  }
  await client.close();
}

async function goAway({ random, round, open }) {
  const client = await open();
  for (let left = random.between(1, 5); left > 0; left--) client?.begin(anyRequest(random))?.end().resume();
  await round.hold(random.between(0, 10));
  if (client?.isUsable) client.session.goaway(random.pick([0, 1, 2]));
  await round.hold(random.between(0, 50));
  client?.destroy();
}

async function vanish({ random, round, open }) {
  const client = await open();
  for (let left = random.between(1, 5); left > 0; left--) {
    client?.begin(random.chance(0.5) ? stream(random, 2000) : anyRequest(random))?.resume();
  }
  await round.hold(random.between(0, 60));
  client?.destroy();
}

async function closedWindow({ random, round, open }) {
  const client = await open({ initialWindowSize: 0 });
  client?.begin(stream(random, 1000));
  client?.begin(fileRequest());
  await round.hold(random.between(100, 1500));
  client?.destroy();
}

async function slowStream({ random, round, open, judge }) {
  const client = await open();
  if (client === undefined) return;
  const request = stream(random, 2000);
  const response = client.begin(request);
  const outcome = client.outcome(response);
  response?.pause();
  await round.hold(random.between(100, 1500));
  if (random.chance(0.5)) return client.destroy();
  response?.resume();
  judge(request, await outcome);
  await client.close();
}

async function slowUpload({ random, round, open }) {
  const client = await open();
  if (client === undefined) return;
  const request = postText(random, 2000);
  const upload = client.begin(request);
  for (let index = 0; index < 10 && client.isUsable && !round.isOver; index++) {
    upload?.write(request.body.subarray(index, index + 1));
    await round.hold(200);
  }
  client.destroy();
}

async function idleSession({ random, round, open }) {
  const client = await open();
  await round.hold(random.between(500, 3000));
  client?.destroy();
}

async function longHeaders({ random, round, open }) {
  const client = await open();
  const request = echo(random);
  client?.begin(request, { 'x-long': 'x'.repeat(random.between(20_000, 60_000)) })?.resume();
  await round.hold(50);
  client?.destroy();
}

async function largeBody({ random, open, judge }) {
  const client = await open();
  if (client === undefined) return;
  const request = {
    ...postText(random, random.pick([BODY_LIMIT + 1, 3 * BODY_LIMIT])),
    check: hasStatus(413),
  };
  judge(request, await client.ask(request));
  await client.close();
}

function fileRequest() {
  return { method: 'GET', path: '/file.txt', headers: {} };
}
