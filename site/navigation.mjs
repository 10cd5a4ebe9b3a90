// The navigation of the website: the lists of docs/README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages of the repository that are pages of the website too, and their paths there. */
export const GUESTS = {
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
  'ARCHITECTURE.md': 'project/architecture.md',
};

/**
 * @param {string} docs the folder docs/
 * @returns {{ text: string, items: { text: string, path: string }[] }[]} the sections, with the paths of their pages below docs/
 */
export function sectionsOf(docs) {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.split('\n', 1)[0],
      items: Array.from(section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm), ([, text, path]) => ({
        text: text.replaceAll('`', ''),
        path,
      })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The address of a page on the website, from its path below docs/. */
export function addressOf(path) {
  const page = GUESTS[path.replace('../', '')] ?? path;
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;
}
