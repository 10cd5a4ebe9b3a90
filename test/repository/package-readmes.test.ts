import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packages } from '../support/packages.ts';
import { codeIn, rowsOf } from '../support/architecture.ts';

const published = packages().map((each) => ({
  ...each,
  readme: readFileSync(join(each.folder, 'README.md'), 'utf8'),
}));

describe.each(published)('the README of $name', ({ folder, entries, commands, readme }) => {
  const rows = rowsOf(readme, '## Entry points').map(([entry = '', purpose = '', page = '']) => ({
    entry: codeIn(entry).join(),
    purpose,
    pages: linkedFrom(folder, page),
  }));

  test('lists each entry point and each command once in its table "Entry points"', () => {
    const all = [...Object.keys(entries), ...commands];

    expect(
      rows.map(({ entry }) => entry).toSorted(),
      `${join(folder, 'README.md')} needs a row for each name under "exports" and "bin" of package.json, and no other`,
    ).toEqual([...new Set(all)].toSorted());
  });

  test('describes each of them, and links to its page, which names it', () => {
    for (const { entry, purpose, pages: linked } of rows) {
      expect(purpose, `describe ${entry} in one sentence`).toMatch(/^.+\.$/);
      expect(linked, `link ${entry} to its page of docs/ in ${join(folder, 'README.md')}`).toHaveLength(1);
      const [page = ''] = linked;
      expect(existsSync(page), `correct the link of ${entry}: ${page} does not exist`).toBe(true);
      expect(readFileSync(page, 'utf8'), `name ${entry} on ${page}, or link to the page that does`).toMatch(
        new RegExp(`(?<![\\w/-])${entry}(?![\\w/-])`),
      );
    }
  });
});

/** The files that the Markdown of a README links to, from the root of the repository. */
function linkedFrom(folder: string, markdown: string): string[] {
  return Array.from(markdown.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, path = '']) =>
    relative('.', join(folder, path)),
  );
}
