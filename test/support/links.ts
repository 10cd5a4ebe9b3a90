import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { sectionsOf } from '../../packages/cli/src/docs/pages.ts';

/** Expects that every relative link of a page has an existing target: a file, and a heading in that file if it has an anchor. */
export async function expectLinksToLead(page: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  for (const [, path = '', anchor] of text.matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)) {
    const target = join(dirname(page), path || basename(page));
    const text = await readFile(target, 'utf8').catch(() => '');
    expect(text, `${page} links to ${target}, which doesn't exist: correct the link`).not.toBe('');
    if (anchor === undefined) continue;
    expect(
      anchorsOf(text),
      `${page} links to #${anchor}, a heading that ${target} doesn't have: correct the link`,
    ).toContain(anchor);
  }
}

/** The ids of `<a id="…">`, and the anchors that GitHub creates from headings. */
function anchorsOf(text: string): string[] {
  const ids = Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id);
  return [...ids, ...sectionsOf(text).map(({ anchor }) => anchor)];
}
