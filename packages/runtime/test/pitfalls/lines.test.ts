import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LINES } from './lines.ts';

test('every line has tests that are named after it', async () => {
  const titles = await titlesOfDescribes();
  expect(
    LINES.filter((line) => !titles.includes(line)),
    'add a describe with this title to a file of packages/runtime/test/pitfalls',
  ).toEqual([]);
});

test('every describe in this folder is named after a line', async () => {
  expect(
    (await titlesOfDescribes()).filter((title) => !LINES.includes(title)),
    'add these titles to LINES in packages/runtime/test/pitfalls/lines.ts',
  ).toEqual([]);
});

async function titlesOfDescribes(): Promise<string[]> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.test.ts'));
  const sources = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/^ *describe\(\s*'([^']+)'/gm)].map(([, title]) => title as string),
  );
}
