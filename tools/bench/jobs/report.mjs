// The figures of jobs as Markdown.
import { markdownTable } from '../../shared/table.mjs';

const TITLES = { enqueued: 'Enqueue a job', run: 'Run a job that does nothing' };

/**
 * Medians of the rounds, with the quartiles of the ratios.
 *
 * @param rounds `[{ ours, bare }]`, each with `enqueued` and `run` in jobs per second
 */
export function resultsOf(rounds) {
  return Object.keys(TITLES).map((work) => {
    const ratios = sorted(rounds.map(({ ours, bare }) => ours[work] / bare[work]));
    return {
      work,
      ours: Math.round(at(sorted(rounds.map(({ ours }) => ours[work])), 1 / 2)),
      bare: Math.round(at(sorted(rounds.map(({ bare }) => bare[work])), 1 / 2)),
      ratio: at(ratios, 1 / 2),
      low: at(ratios, 1 / 4),
      high: at(ratios, 3 / 4),
    };
  });
}

export function table(results) {
  return markdownTable([
    ['Work', 'fw-jobs, jobs/s', 'BullMQ, jobs/s', 'Ratio'],
    ...results.map(({ work, ours, bare, ratio, low, high }) => [
      TITLES[work],
      ours,
      bare,
      `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`,
    ]),
  ]);
}

/** The part of docs/project/benchmark.md. */
export function jobsSummary(results, run) {
  return [
    `Node ${run.nodeVersion} on ${run.machine}, ${run.day}, ${run.rounds} rounds of ${run.count} jobs, ${run.inFlight} at a time:`,
    '',
    table(results),
  ].join('\n');
}

const sorted = (numbers) => numbers.toSorted((one, other) => one - other);
const at = (numbers, part) => numbers[Math.floor((numbers.length - 1) * part)];
