import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packages } from '../support/packages.ts';
import { codeIn, rowsOf } from '../support/rooms.ts';

const published = packages().map((each) => ({
  ...each,
  readme: readFileSync(join(each.folder, 'README.md'), 'utf8'),
}));
/** The pages of docs/, by their paths. */
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

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

  test('says what each of them is for, and links to its page, which names it', () => {
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

test('every page with an example of an entry point is linked from the README of its package', () => {
  for (const page of pages) {
    const imported = Array.from(
      readFileSync(page, 'utf8').matchAll(/\bfrom '((?:create-)?fw-[^']+)'/g),
      ([, entry = '']) => entry,
    );
    const documented = published.filter(({ entries }) =>
      imported.some((entry) => Object.hasOwn(entries, entry)),
    );
    if (documented.length === 0) continue;
    expect(
      documented.flatMap(({ folder, readme }) => linkedFrom(folder, readme)),
      `link ${page} from the README of ${documented.map(({ name }) => name).join(' or ')}`,
    ).toContain(page);
  }
});

/** The files that the Markdown of a README links to, from the root of the repository. */
function linkedFrom(folder: string, markdown: string): string[] {
  return Array.from(markdown.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, path = '']) =>
    relative('.', join(folder, path)),
  );
}
