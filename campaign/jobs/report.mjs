// The figures of jobs as Markdown, and which of them should not be.
import { rewritePage, withResults } from '../../bench/page.mjs';
import { markdownTable } from '../../bench/report.mjs';

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

// Each must be 0. A job may run twice, when its process was killed.
const wrongs = {
  lost: 'jobs were lost',
  stuck: 'jobs are stuck',
  dead: 'jobs have failed for good',
  ranAfterRollback: 'jobs ran though they were rolled back',
  effectsLost: 'jobs left no effect',
  effectsTwice: 'jobs had their effect twice',
};

/** A row for each store. */
export function table(results) {
  return markdownTable([
    columns.map(([title]) => title),
    ...results.map((figures) => columns.map(([, cell]) => cell(figures))),
  ]);
}

/** @returns a sentence for each figure that should not be */
export function faultsOf(figures) {
  return Object.entries(wrongs)
    .filter(([key]) => (figures[key] ?? 0) > 0)
    .map(([key, what]) => `${figures.store}: ${figures[key]} ${what}`);
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
