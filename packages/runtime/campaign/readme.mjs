// The table of the README, made of the results.
import { rewriteReadme, withResults } from '../bench/readme.mjs';
import { summary } from './report.mjs';

export function writeToReadme(folder) {
  rewriteReadme((text) => withFigures(text, folder));
}

/** The text with each `<!-- campaign NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withFigures(text, folder) {
  return withResults(text, 'campaign', folder, ({ run, results }) => summary(results, run));
}
