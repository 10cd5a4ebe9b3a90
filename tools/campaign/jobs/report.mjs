// The figures of jobs as Markdown, and the figures that violate its rules.
import { rewritePage, withResults } from '../../shared/page.mjs';
import { tableOf } from '../../shared/table.mjs';

const columns = [
  ['Store', ({ store }) => store],
  ['Accepted', ({ accepted }) => accepted],
  ['Rolled back', ({ rolledBack }) => rolledBack],
  ['Killed workers', ({ kills }) => kills],
  ['Restarts of the store', ({ restarts }) => restarts],
  ['Cut connections', ({ cuts }) => cuts],
  ['Clock changes', ({ jumps }) => jumps],
  ['Lost', ({ lost }) => lost],
  ['Stuck', ({ stuck }) => stuck],
  ['Ran after a rollback', ({ ranAfterRollback }) => ranAfterRollback],
  ['Ran twice', ({ ranTwice }) => ranTwice],
  ['Committed twice', ({ effectsTwice = '–' }) => effectsTwice],
  ['Seconds', ({ seconds }) => seconds],
];

// Each figure must be 0. A job may run twice if its process was killed.
export const JOB_VIOLATIONS = {
  lost: 'jobs were lost',
  stuck: 'jobs are stuck',
  dead: 'jobs have failed for good',
  ranAfterRollback: 'jobs ran though they were rolled back',
  effectsLost: 'jobs left no effect',
  effectsTwice: 'jobs had their effect twice',
};

/** A row for each store. */
export function table(results) {
  return tableOf(columns, results);
}

/** @returns a sentence for each violation */
export function violationsOf(figures) {
  return countedViolations(JOB_VIOLATIONS, figures).map((violation) => `${figures.store}: ${violation}`);
}

/** @returns `3 jobs were lost` for each figure that is not 0 */
export function countedViolations(checks, figures) {
  return Object.entries(checks)
    .filter(([key]) => (figures[key] ?? 0) > 0)
    .map(([key, what]) => `${figures[key]} ${what}`);
}

export function writeToPage(folder) {
  rewritePage('project/campaign.md', (text) => withJobs(text, folder));
}

/** The text with each `<!-- jobs NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withJobs(text, folder) {
  return withResults(text, 'jobs', folder, ({ run, results }) =>
    [
      `Node ${run.nodeVersion} on ${run.machine}, ${run.day}, seed ${run.seed}, ${run.count} jobs for each store:`,
      '',
      table(results),
    ].join('\n'),
  );
}
