import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';

/** Follows the links of a page to files and to headings in them. */
export async function expectLinksToLead(page: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  for (const [, path = '', anchor] of text.matchAll(/\]\(([^)#:]*)(?:#([^)]+))?\)/g)) {
    const target = await readFile(join(dirname(page), path || basename(page)), 'utf8');
    expect(target, path).not.toBe('');
    if (anchor !== undefined) expect(anchorsOf(target), `${path}#${anchor}`).toContain(anchor);
  }
}

/** What stands as `<a id="…">`, and what GitHub makes of headings. */
function anchorsOf(text: string): string[] {
  const ids = Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id);
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...ids, ...slugs];
}
