// Repeatable random choices: the same seed gives the same choices.

/** A small random number generator (mulberry32). */
export class Random {
  #state;

  /** @param seed a whole number; `name` distinguishes the generators of one run */
  constructor(seed, name = '') {
    this.#state = seed >>> 0;
    for (const character of name) this.#state = Math.imul(this.#state ^ character.charCodeAt(0), 0x9e3779b1);
    this.number();
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  number() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both bounds are inclusive. */
  between(low, high) {
    return low + Math.floor(this.number() * (high - low + 1));
  }

  chance(probability) {
    return this.number() < probability;
  }

  pick(list) {
    return list[Math.floor(this.number() * list.length)];
  }

  /** @param weighted `[[weight, value], …]` */
  weighted(weighted) {
    let left = this.number() * weighted.reduce((sum, [weight]) => sum + weight, 0);
    return (weighted.find(([weight]) => (left -= weight) < 0) ?? weighted.at(-1))[1];
  }

  text(length) {
    return Array.from({ length }, () => this.between(0, 35).toString(36)).join('');
  }
}
