// The table of the README, made of the results.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summary } from './report.mjs';

const readme = join(import.meta.dirname, '../../../README.md');

export function writeToReadme(folder) {
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), folder));
}

/** The text with each `<!-- campaign NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withFigures(text, folder) {
  return text.replace(/(<!-- campaign (\S+) -->\n)[^]*?(<!-- end -->)/g, (whole, start, name, end) => {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return whole;
    const { run, results } = JSON.parse(readFileSync(file, 'utf8'));
    return `${start}\n${summary(results, run)}\n\n${end}`;
  });
}
