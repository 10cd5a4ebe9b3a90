import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '#command-line/errors';
import { nearest } from '#command-line/nearest';
import { fwCommand } from '../project/typed-command.ts';

/** A page of the documentation that this package ships. */
export interface DocsPage {
  /** Without `.md`, as in `essentials/routing`. */
  readonly name: string;
  readonly title: string;
  /** The heading of docs/README.md that lists it. */
  readonly section: string;
  readonly file: string;
}

/** A page as docs/README.md lists it. */
export interface ListedPage {
  readonly section: string;
  readonly title: string;
  /** Relative to docs/, as in `essentials/routing.md` or `../SECURITY.md`. */
  readonly path: string;
}

const ERROR_CODES = 'reference/error-codes';

/** The pages that `README.md` of a folder lists, in its order: also those outside the folder, which this package doesn't ship. */
export function listedPages(folder: string): readonly ListedPage[] {
  const [, ...parts] = readFileSync(join(folder, 'README.md'), 'utf8').split(/^## /m);
  return parts.flatMap((part) => {
    const [section = ''] = part.split('\n', 1);
    return Array.from(part.matchAll(/^- \[([^\]]+)\]\(([^)]+\.md)\)/gm), ([, title = '', path = '']) => ({
      section,
      title: title.replaceAll('`', ''),
      path,
    }));
  });
}

/**
 * The pages of a folder.
 *
 * @throws Error if the folder has no documentation
 */
export function pagesIn(folder: string): readonly DocsPage[] {
  return listedPages(folder)
    .filter(({ path }) => !path.startsWith('../'))
    .map(({ section, title, path }) => ({
      name: path.replace(/(?:\/README)?\.md$/, ''),
      title,
      section,
      file: join(folder, path),
    }));
}

export function readPage({ file }: DocsPage): string {
  return readFileSync(file, 'utf8');
}

/**
 * The Markdown of a page, or of one of its sections.
 *
 * @param wanted a name (`essentials/routing`), its last part (`routing`), either with a heading (`routing#groups`), or an error code
 * @throws UsageError if there is no such page or heading
 */
export function pageMarkdown(pages: readonly DocsPage[], wanted: string): string {
  const [name = '', anchor] = /^FW_/i.test(wanted)
    ? [ERROR_CODES, wanted.replace(/^FW_HTTP_\d+$/i, 'fw_http_400-to-fw_http_599').toLowerCase()]
    : wanted.replace(/\.md$/, '').toLowerCase().split('#');
  const page = pages.find((each) => each.name === name) ?? pages.find((each) => basename(each.name) === name);
  if (page === undefined) {
    const known = pages.map((each) => basename(each.name));
    throw noSuch('page', name, known);
  }
  const markdown = readPage(page);
  if (anchor === undefined) return markdown;
  const sections = sectionsOf(markdown);
  const start = sections.find((each) => each.anchor === anchor);
  if (start === undefined) {
    const known = sections.map((each) => `${basename(page.name)}#${each.anchor}`);
    throw noSuch('heading', `${basename(page.name)}#${anchor}`, known);
  }
  const rest = sections.slice(sections.indexOf(start) + 1);
  const end = rest.findIndex(({ level }) => level <= start.level);
  return [start, ...(end === -1 ? rest : rest.slice(0, end))].map(({ markdown }) => markdown).join('');
}

function noSuch(what: string, name: string, known: readonly string[]): UsageError {
  const near = nearest(name, known);
  const hint = `${near === undefined ? '' : `Did you mean "${near}"? `}${fwCommand()} docs lists the pages.`;
  return new UsageError(`The documentation has no ${what} "${name}". ${hint}`);
}

/** A heading with what is below it, up to the next heading. */
export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly level: number;
  readonly markdown: string;
}

/** The sections of a page. A line in a fence is no heading. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: { heading: string; anchor: string; level: number; markdown: string }[] = [];
  let inFence = false;
  for (const line of markdown.split(/(?<=\n)/)) {
    if (/^ *```/.test(line)) inFence = !inFence;
    const [, marks = '', text] = (inFence ? undefined : /^(#+) (.+)/.exec(line)) ?? [];
    const last = sections.at(-1);
    if (text === undefined) {
      if (last !== undefined) last.markdown += line;
      continue;
    }
    const heading = text.replaceAll(/<[^>]*>|`/g, '');
    sections.push({ heading, anchor: anchorOf(heading), level: marks.length, markdown: line });
  }
  return sections;
}

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
