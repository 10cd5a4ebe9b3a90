// The table of docs/project/campaign.md, created from the results.
import { rewritePage, withResults } from '../shared/page.mjs';
import { summary } from './report.mjs';

export function writeToPage(folder) {
  rewritePage('project/campaign.md', (text) => withFigures(text, folder));
}

/** The text with each `<!-- campaign NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withFigures(text, folder) {
  return withResults(text, 'campaign', folder, ({ run, results }) => summary(results, run));
}
