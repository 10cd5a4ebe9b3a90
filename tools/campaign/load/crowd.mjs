// All clients of a round: steady clients and attackers.
import { attacker } from '../attacks/attacker.mjs';
import { Random } from '../random.mjs';
import { steadyHttp1 } from './steady-http1.mjs';
import { steadyHttp2 } from './steady-http2.mjs';

const STEADY = { 'HTTP/1': 6, HTTPS: 4, 'HTTP/2': 3 };
const ATTACKING = { 'HTTP/1': 6, HTTPS: 5, 'HTTP/2': 5 };

export class Crowd {
  #clients;

  /** @param name distinguishes the random choices of its clients from those of another round */
  constructor(round, seed, name) {
    this.round = round;
    const chance = (client, how, index) => new Random(seed, `${name} ${client} ${how} ${index}`);
    this.#clients = [
      ...each(round.target, STEADY, (how, index) => steady(round, chance('steady', how, index), how)),
      ...each(round.target, ATTACKING, (how, index) =>
        attacker(round, chance('attacker', how, index), how, index),
      ),
    ];
  }

  /** Resolves when each client has finished its current work. */
  async end() {
    this.round.end();
    await Promise.all(this.#clients);
  }
}

function steady(round, random, how) {
  return how === 'HTTP/2' ? steadyHttp2(round, random) : steadyHttp1(round, random, how === 'HTTPS');
}

function each({ protocols }, counts, begin) {
  return protocols.flatMap((how) => Array.from({ length: counts[how] }, (_, index) => begin(how, index)));
}
