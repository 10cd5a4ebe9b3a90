// The figures of a fleet as Markdown, and the figures that violate its rules.
import { rewritePage, withResults } from '../../shared/page.mjs';
import { tableOf } from '../../shared/table.mjs';
import { countedViolations, JOB_VIOLATIONS } from '../jobs/report.mjs';

const columns = [
  ['Proxy', ({ proxy }) => proxy],
  ['Jobs in', ({ store }) => store],
  ['Requests', ({ requests }) => requests],
  ['Wrong', ({ wrong }) => wrong],
  ['Sent again', ({ sentAgain }) => sentAgain],
  ['While a store was down', ({ storeDown }) => storeDown],
  ['Wrong sessions', ({ sessionsWrong }) => sessionsWrong],
  ['Limits', ({ windows }) => windows],
  ['Exceeded', ({ exceeded }) => exceeded],
  ['Exceeded while Redis was down', ({ exceededDown }) => exceededDown],
  ['Jobs', ({ jobs }) => jobs],
  ['Lost', ({ lost }) => lost],
  ['Stuck', ({ stuck }) => stuck],
  ['Ran twice', ({ ranTwice }) => ranTwice],
  ['Committed twice', ({ effectsTwice = '–' }) => effectsTwice],
];

// Each figure must be 0.
const wrongs = {
  wrong: 'wrong responses',
  sessionsWrong: 'sessions were lost or changed',
  exceeded: 'requests above the limit were let through',
  ...JOB_VIOLATIONS,
};

/** A row for each proxy and store. */
export function table(results) {
  return tableOf(columns, results);
}

/** @returns a sentence for each violation */
export function violationsOf(figures) {
  const { proxy, store, stops, requests, jobs } = figures;
  return [
    ...countedViolations(wrongs, figures),
    ...(requests === 0 || jobs === 0 ? ['nothing was measured'] : []),
    ...stops
      .filter(({ was, code }) => was !== code)
      .map(({ signal, was }) => `a process ended with ${was} after ${signal}`),
  ].map((violation) => `${proxy}, jobs in ${store}: ${violation}`);
}

export function writeToPage(folder) {
  rewritePage('project/campaign.md', (text) => withFleet(text, folder));
}

/** The text with each `<!-- fleet NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withFleet(text, folder) {
  return withResults(text, 'fleet', folder, ({ run, results }) => {
    const versions = Object.entries(run.versions).map(([name, version]) => `${name} ${version}`);
    const settings = `${run.rounds} restarts of each part, ${run.clients} clients per protocol`;
    return [
      `Node ${run.nodeVersion} on ${run.machine}, ${run.day}, ${versions.join(', ')}; ${settings}:`,
      '',
      table(results),
    ].join('\n');
  });
}
