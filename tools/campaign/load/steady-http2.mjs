// A client that sends several requests at once over HTTP/2.
import { Http2Client } from './http2-client.mjs';
import { anyRequest, postText } from './requests.mjs';

/** @param round see Round in round.mjs */
export async function steadyHttp2(round, random) {
  while (await round.continues()) {
    const client = await round.connect('HTTP/2', () => Http2Client.open(round.target));
    if (client === undefined) continue;
    for (let left = random.between(1, 20); left > 0 && client.isUsable && !round.isOver; left--) {
      const streams = Array.from({ length: random.between(1, 10) }, () =>
        random.chance(0.05) ? expecting(client, random, round) : single(client, random, round),
      );
      await Promise.all(streams);
      await round.think(random);
    }
    await client.close();
  }
}

async function single(client, random, round) {
  const request = anyRequest(random);
  round.tally.judge(request, await client.ask(request), 'HTTP/2');
}

async function expecting(client, random, round) {
  const request = postText(random);
  const stream = client.begin(request, { expect: '100-continue' });
  const outcome = client.outcome(stream);
  stream?.once('continue', () => stream.end(request.body));
  round.tally.judge(request, await outcome, 'HTTP/2 expecting');
}
