// The tables of docs/project/benchmark.md, created from the results.
import { join, relative } from 'node:path';
import { docs, rewritePage, withResults } from '../shared/page.mjs';
import { bundlesSummary } from './bundles/report.mjs';
import { jobsSummary } from './jobs/report.mjs';
import { headline, instructionsSummary, summary } from './report.mjs';

/** Puts the tables of all results of a folder into the page, and a line into the README, where these have placeholders. */
export function writeToPage(folder) {
  rewritePage('project/benchmark.md', (text) => withTables(text, folder));
  rewritePage('../../README.md', (text) => withHeadline(text, folder));
}

/** The text with each `<!-- benchmark NAME -->`, `<!-- instructions NAME -->`, `<!-- bundles NAME -->` and `<!-- jobs NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withTables(text, folder) {
  const writers = {
    bundles: ({ run, results }) => bundlesSummary(results, run),
    jobs: ({ run, results }) => jobsSummary(results, run),
    instructions: ({ run, results }) => instructionsSummary(results, run),
    benchmark({ run, results }, name) {
      const path = relative(join(docs, 'project'), join(folder, `${name}.json`)).replaceAll('\\', '/');
      return summary(results, { ...run, path });
    },
  };
  return Object.entries(writers).reduce(
    (filled, [kind, write]) => withResults(filled, kind, folder, write),
    text,
  );
}

/** The text with each `<!-- headline NAME -->` … `<!-- end -->` filled. */
export function withHeadline(text, folder) {
  return withResults(text, 'headline', folder, ({ run, results }) => headline(results, run));
}
