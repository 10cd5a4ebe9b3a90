// Summaries of samples.

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
 * Between which two of the values the median of the population lies with 95% confidence, for any distribution: of six values the
 * lowest and the highest, of nine the second from each end. For fewer than six values it is their range, with less confidence.
 */
export function interval(values) {
  const sorted = values.toSorted((one, other) => one - other);
  let outside = 0;
  // Each value is above the median with probability one half, so the number of values below it has a binomial distribution.
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
 * @param sets `{ costs, rss }` for each set: the cost in each round, in microseconds, and the memory at the end
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

/** Whether one row is beyond the range of another: `ahead`, `behind`, or a `tie` where their ranges overlap. */
export function compare(row, other) {
  if (row.low > other.high) return 'ahead';
  return row.high < other.low ? 'behind' : 'tie';
}
