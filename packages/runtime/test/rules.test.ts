import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cases } from './cases/index.ts';

const rules = [
  ...numbered('R', 1, 15),
  ...numbered('M', 1, 5),
  ...numbered('P', 1, 8),
  ...numbered('A', 1, 7),
  ...numbered('B', 1, 4),
  ...numbered('E', 1, 6),
  ...numbered('C', 1, 7),
  ...numbered('S', 1, 7),
];

test('every rule is named by a case or by the title of a test', async () => {
  const named = new Set([
    ...Object.values(cases).flatMap((chapter) => chapter.map(({ rule }) => rule)),
    ...(await rulesInTitles()),
  ]);
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

test('every case names a rule that exists', () => {
  const named = Object.values(cases).flatMap((chapter) => chapter.map(({ rule }) => rule));
  expect(named.filter((rule) => !rules.includes(rule))).toEqual([]);
});

function numbered(letter: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
}

/** Titles end with the rules that they are about: `test('… (S1)')`. */
async function rulesInTitles(): Promise<string[]> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  const sources = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  const titles = sources.flatMap((source) => source.match(/\((?:[A-Z]\d+(?:, )?)+\)['"`]/g) ?? []);
  return titles.flatMap((title) => title.match(/[A-Z]\d+/g) ?? []);
}
