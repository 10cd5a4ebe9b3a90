// How long one call takes. Every call answers a number, and the numbers are added up and checked, so that nothing can be
// left out as unused. It runs in batches, and the lower quartile of the batches counts: what the machine does beside only
// adds.
const BATCHES = 60;

/**
 * @param prepare makes the input of one batch; its time does not count
 * @param run runs one batch over its input; the sum of what the calls answered, perhaps as a promise
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
    if (sum !== expected) throw new Error(`The calls answered ${sum} instead of ${expected}`);
    // The first third makes it warm.
    if (batch >= 0) times.push(elapsed / count);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)];
}

/** The same text as a string that no one has hashed, flattened or seen before, as those are that come from a socket. */
export function fresh(text) {
  return Buffer.from(text, 'latin1').latin1Slice();
}
