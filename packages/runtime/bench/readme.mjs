// The tables of the README, made of the results.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { summary } from './report.mjs';

const root = join(import.meta.dirname, '../../..');
const readme = join(root, 'README.md');

/** Puts the tables of all results in a folder into the README, where it has a place for them. */
export function writeToReadme(folder) {
  writeFileSync(readme, withTables(readFileSync(readme, 'utf8'), folder));
}

/** The text with each `<!-- benchmark NAME -->` … `<!-- end -->` filled from NAME.json in the folder. */
export function withTables(text, folder) {
  return text.replace(/(<!-- benchmark (\S+) -->\n)[^]*?(<!-- end -->)/g, (whole, start, name, end) => {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return whole;
    const { run, results } = JSON.parse(readFileSync(file, 'utf8'));
    const path = relative(root, join(folder, `${name}.md`)).replaceAll('\\', '/');
    return `${start}\n${summary(results, { ...run, path })}\n\n${end}`;
  });
}
