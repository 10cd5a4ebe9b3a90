// The duration of one call. Every call returns a number, and the sum is checked, so that V8 can't remove calls as unused. It runs
// in batches, and the result is their lower quartile, because background load only adds time.
const BATCHES = 60;

/**
 * @param prepare creates the input of one batch, outside the measured time
 * @param run runs one batch over its input; returns the sum of the calls' results, or a promise of it
 * @param expected that sum
 * @returns nanoseconds for each of the `count` calls of a batch
 */
export async function nanoseconds({ prepare = () => undefined, run, expected, count, batches = BATCHES }) {
  const times = [];
  for (let batch = -Math.ceil(batches / 2); batch < batches; batch++) {
    const input = prepare();
    const start = process.hrtime.bigint();
    const result = run(input);
    const sum = typeof result === 'number' ? result : await result;
    const elapsed = Number(process.hrtime.bigint() - start);
    if (sum !== expected) throw new Error(`The calls returned ${sum} instead of ${expected}`);
    // The first third is the warm-up.
    if (batch >= 0) times.push(elapsed / count);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)];
}

/** A copy of the string that has never been hashed, flattened or compared, as if it came from a socket. */
export function fresh(text) {
  return Buffer.from(text, 'latin1').latin1Slice();
}
