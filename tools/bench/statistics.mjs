// How samples are summed up.

export function quantile(values, fraction) {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * fraction;
  const low = Math.floor(position);
  const high = Math.ceil(position);
  return sorted[low] + (sorted[high] - sorted[low]) * (position - low);
}

export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Between which two of the values the median of all that might have been lies, 19 times in 20 and without supposing how they are
 * spread: of six the lowest and the highest, of nine the second of each end. Of less than six their range, which says less.
 */
export function interval(values) {
  const sorted = values.toSorted((one, other) => one - other);
  let outside = 0;
  // Each value is above the median by chance of a half, so that how many are below it goes as the tosses of a coin.
  let chance = 2 * 0.5 ** values.length;
  let probability = chance;
  while (probability <= 0.05) {
    outside++;
    chance *= (values.length - outside + 1) / outside;
    probability += chance;
  }
  const first = Math.max(outside - 1, 0);
  return { low: sorted[first], high: sorted[sorted.length - 1 - first] };
}

/**
 * Sums up a candidate in a scenario.
 *
 * @param sets `{ costs, rss }` of it: of each set the cost in each round, in microseconds, and the memory at the end
 * @param reference the costs of the reference in the same sets
 */
export function summarise(sets, reference) {
  const ratios = sets.map(({ costs }, set) =>
    median(costs.map((cost, round) => reference[set][round] / cost)),
  );
  return {
    ratio: median(ratios),
    ...interval(ratios),
    microseconds: median(sets.map(({ costs }) => median(costs))),
    rss: median(sets.map(({ rss }) => rss)),
    sets: ratios.map((ratio) => Math.round(ratio * 1000) / 1000),
  };
}

/** Whether one row is beyond the range of another: `ahead`, `behind`, or a `tie` where their ranges meet. */
export function compare(row, other) {
  if (row.low > other.high) return 'ahead';
  return row.high < other.low ? 'behind' : 'tie';
}
