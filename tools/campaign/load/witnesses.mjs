// Requests that are certainly in progress when a server gets SIGTERM, and clients that are idle then.
import { once } from 'node:events';
import { Http1Connection } from './http1-connection.mjs';
import { Http2Client } from './http2-client.mjs';
import { drip, echo, postText, slow } from './requests.mjs';
import { bodyOf, bytesOf, headOf } from './wire.mjs';

const BEGUN = 5000;
/** Milliseconds after SIGTERM at which half an upload is completed. */
const AFTER = 100;

/**
 * @param host reports what the server has observed
 * @returns when all have begun: `finish`, which sends the rest and resolves when each is judged
 */
export async function beginWitnesses(round, random, host) {
  const { target, tally } = round;
  const begun = await round.connect('witnesses', () => begin(target, random, host));
  return {
    async finish() {
      if (begun === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, AFTER));
      const judged = begun.map(async ({ how, request, goOn, outcome }) => {
        goOn?.();
        tally.judge({ ...request, isWitness: true }, await outcome, `${how}, in flight at SIGTERM`);
      });
      await Promise.all(judged);
    },
  };
}

async function begin(target, random, host) {
  const { protocols: ways } = target;
  const slowBefore = (await host.report())?.slow ?? 0;
  const begun = await Promise.all(
    [streamed, uploaded, waiting].flatMap((work) => ways.map((how) => work(how, target, random))),
  );
  await Promise.all(ways.map((how) => idle(how, target, random)));
  const end = performance.now() + BEGUN;
  while (((await host.report())?.slow ?? 0) < slowBefore + ways.length && performance.now() < end) continue;
  return begun;
}

async function streamed(how, target, random) {
  const request = drip(random, 20);
  if (how === 'HTTP/2') {
    const client = await Http2Client.open(target);
    const stream = client.begin(request);
    const outcome = client.outcome(stream);
    await begins(once(stream, 'data'), outcome);
    return { how, request, outcome };
  }
  const connection = await Http1Connection.open(target, how === 'HTTPS');
  const outcome = connection.awaitResponse(request.method);
  const data = once(connection.socket, 'data');
  connection.write(bytesOf(request));
  await begins(data, outcome);
  return { how, request, outcome };
}

// "100 Continue" shows that the handler reads.
async function uploaded(how, target, random) {
  const request = postText(random, 20_000);
  const half = request.body.length / 2;
  if (how === 'HTTP/2') {
    const client = await Http2Client.open(target);
    const stream = client.begin(request, { expect: '100-continue' });
    const outcome = client.outcome(stream);
    await begins(once(stream, 'continue'), outcome);
    stream.write(request.body.subarray(0, half));
    return { how, request, outcome, goOn: () => stream.end(request.body.subarray(half)) };
  }
  const connection = await Http1Connection.open(target, how === 'HTTPS');
  const outcome = connection.awaitResponse(request.method);
  const interim = connection.awaitInterim(BEGUN);
  connection.write(Buffer.from(headOf(request, { extra: { expect: '100-continue' } })));
  await begins(interim, outcome);
  const body = bodyOf(request);
  connection.write(body.subarray(0, half));
  return { how, request, outcome, goOn: () => connection.write(body.subarray(half)) };
}

async function waiting(how, target, random) {
  const request = slow(random, 1000);
  if (how === 'HTTP/2') {
    const client = await Http2Client.open(target);
    return { how, request, outcome: client.ask(request) };
  }
  const connection = await Http1Connection.open(target, how === 'HTTPS');
  const outcome = connection.awaitResponse(request.method);
  connection.write(bytesOf(request));
  return { how, request, outcome };
}

/** One client that has sent a request before, and one that never has. */
async function idle(how, target, random) {
  const request = echo(random);
  if (how === 'HTTP/2') {
    await (await Http2Client.open(target)).ask(request);
    await Http2Client.open(target);
    return;
  }
  const connection = await Http1Connection.open(target, how === 'HTTPS');
  connection.write(bytesOf(request));
  await connection.awaitResponse(request.method);
  await Http1Connection.open(target, how === 'HTTPS');
}

function begins(sign, outcome) {
  return Promise.race([sign, outcome]);
}
