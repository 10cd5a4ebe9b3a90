// The navigation of the website: the lists of docs/README.md.

// Imported by its URL, because VitePress would copy it into its configuration, where the imports of the package have no meaning.
const pages = new URL('../../packages/cli/dist/cli/src/docs/pages.js', import.meta.url);
const { listedPages } = await import(pages.href);

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
  const sections = new Map();
  for (const { section, title, path } of listedPages(docs)) {
    const items = sections.get(section) ?? [];
    sections.set(section, [...items, { text: title, path }]);
  }
  return Array.from(sections, ([text, items]) => ({ text, items }));
}

/** The address of a page on the website, from its path below docs/. */
export function addressOf(path) {
  const page = GUESTS[path.replace('../', '')] ?? path;
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;
}
