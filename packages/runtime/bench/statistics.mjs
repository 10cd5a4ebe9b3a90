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
 * The median of a program's fast mode: of the samples within 10 % of the fastest but one. A Node server has two stable
 * speeds about 20 % apart (after two full garbage collections without live connections V8 drops hidden classes), and
 * which one a process gets is chance; the fastest but one, so that a single lucky sample does not set the bar.
 */
export function fastMode(values) {
  const descending = values.toSorted((one, other) => other - one);
  const bar = (descending[1] ?? descending[0]) * 0.9;
  return median(descending.filter((value) => value >= bar));
}

/**
 * Sums up all samples of a candidate in a scenario.
 *
 * @param samples `{ round, perSecond, perCpuSecond, rss }` of the candidate
 * @param raw the same of the raw server in that scenario, at least one for each round
 */
export function summarise(samples, raw) {
  const inRound = (round) => median(raw.filter((one) => one.round === round).map((one) => one.perCpuSecond));
  const ratios = samples.map((one) => one.perCpuSecond / inRound(one.round));
  return {
    processes: samples.length,
    fast: fastMode(column(samples, 'perCpuSecond')) / fastMode(column(raw, 'perCpuSecond')),
    ratio: median(ratios),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
    perCpuSecond: median(column(samples, 'perCpuSecond')),
    perSecond: median(column(samples, 'perSecond')),
    rss: median(column(samples, 'rss')),
  };
}

function column(samples, key) {
  return samples.map((one) => one[key]);
}
