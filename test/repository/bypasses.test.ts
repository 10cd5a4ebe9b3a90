import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

interface Results {
  readonly hosts: Readonly<
    Record<string, { readonly cases: Readonly<Record<string, { readonly bypasses: number }>> }>
  >;
}

interface Page {
  readResults(): Results;
  withTables(text: string, results: Results): string;
}

const page = 'docs/project/bypasses.md';

function imported<T>(file: string): Promise<T> {
  return import(pathToFileURL(join('tools', 'gauntlet', file)).href) as Promise<T>;
}

test('docs/project/bypasses.md has the tables of the last results, and of the list of advisories', async () => {
  const { readResults, withTables } = await imported<Page>('page.mjs');
  const text = await readFile(page, 'utf8');

  expect(text, `npm run gauntlet writes the tables of ${page}: undo changes by hand`).toBe(
    withTables(text, readResults()),
  );
});

test('the results have every case for both variants of Fw, and no bypass', async () => {
  const { CASES } = await imported<{ CASES: object }>('cases/index.mjs');
  const { hosts } = (await imported<Page>('page.mjs')).readResults();

  for (const name of ['Fw A', 'Fw B']) {
    const { cases = {} } = hosts[name] ?? {};
    expect(Object.keys(cases).toSorted(), 'run npm run gauntlet').toEqual(Object.keys(CASES).toSorted());
    expect(Object.entries(cases).filter(([, { bypasses }]) => bypasses > 0)).toEqual([]);
  }
});
