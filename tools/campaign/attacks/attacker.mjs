// A client that makes one attack after another during a round.
import { Http1Connection } from '../load/http1-connection.mjs';
import { Http2Client } from '../load/http2-client.mjs';
import { bytes } from './http1-bytes.mjs';
import { cuts, lengthy } from './http1-cuts.mjs';
import { http2 } from './http2.mjs';
import { http2Bytes } from './http2-bytes.mjs';

const attacks = { http1: [...cuts, ...bytes], http2: [...http2, ...http2Bytes] };

/**
 * @param how `HTTP/1`, `HTTPS` or `HTTP/2`
 * @param index the first clients begin with the attacks that take most of a round
 */
export async function attacker(round, random, how, index) {
  const isSecure = how !== 'HTTP/1';
  const { target, tally } = round;
  const open = {
    http1: () => Http1Connection.open(target, isSecure),
    http2: (settings) => Http2Client.open(target, settings),
    socket: () => target.open('h2'),
  };
  const protocol = how === 'HTTP/2' ? 'http2' : 'http1';
  const possible = target.possible(attacks[protocol]);
  let next = protocol === 'http1' ? lengthy[index] : undefined;
  while (await round.continues()) {
    const attack = next ?? random.weighted(possible);
    next = undefined;
    tally.attack(`${how} ${attack.name}`);
    await attack({
      round,
      random,
      isSecure,
      open: (settings) => round.connect(how, () => open[protocol](settings)),
      openSocket: () => round.connect(how, open.socket),
      judge: (request, outcome) => tally.judge(request, outcome, `${how} ${attack.name}`),
    });
    await round.hold(random.between(0, 50));
  }
}
