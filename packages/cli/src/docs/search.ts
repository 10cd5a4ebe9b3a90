import MiniSearch from 'minisearch';
import { type DocsPage, readPage, sectionsOf } from './pages.ts';

/** A section of a page that has the words of a search. */
export interface Found {
  /** For `fw docs`: the page, and the heading below its title. */
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  /** The first sentences of the section, at most 200 characters. */
  readonly excerpt: string;
}

const EXCERPT = 200;

/**
 * Searches the sections of pages.
 *
 * @param limit the number of results
 * @returns the sections that fit, best first; each page once
 */
export function search(pages: readonly DocsPage[], words: string, limit: number): readonly Found[] {
  const sections = pages.flatMap((page) =>
    sectionsOf(readPage(page)).map(({ heading, anchor, level, markdown }) => ({
      page: level === 1 ? page.name : `${page.name}#${anchor}`,
      name: page.name,
      title: page.title,
      heading,
      text: proseOf(markdown),
    })),
  );
  const index = new MiniSearch({
    fields: ['name', 'title', 'heading', 'text'],
    searchOptions: { boost: { name: 6, title: 6, heading: 4 }, prefix: true, fuzzy: 0.15 },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  const found = new Map<string, Found>();
  for (const { id } of [...index.search(words, { combineWith: 'AND' }), ...index.search(words)]) {
    const section = sections[id as number];
    if (section === undefined || found.has(section.name)) continue;
    const { name, page, title, heading, text } = section;
    found.set(name, { page, title, heading, excerpt: shorten(text) });
    if (found.size === limit) break;
  }
  return [...found.values()];
}

/** The text of a section, without its heading, code, tables and the addresses of links. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^ *```[^]*?^ *```|^#.*$|^\|.*$|<[^>]*>/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function shorten(text: string): string {
  if (text.length <= EXCERPT) return text;
  return `${text.slice(0, text.lastIndexOf(' ', EXCERPT - 1))}…`;
}
