import { basename } from 'node:path';
import type { DocsPage } from './pages.ts';

const START = '<!-- fw docs -->';
const END = '<!-- /fw docs -->';

/**
 * The lines of a project's AGENTS.md that list the pages of the documentation, between markers.
 *
 * @param fw the command in the root of the project, as in `node fw`
 */
export function agentsIndex(pages: readonly DocsPage[], fw: string): string {
  const sections = [...new Set(pages.map(({ section }) => section))].map((section) => {
    const names = pages.filter((page) => page.section === section).map(({ name }) => shortest(name, pages));
    return `- ${section}: ${names.join(', ')}`;
  });
  return [
    START,
    'Read the documentation of the installed version before you guess, offline:',
    `\`${fw} docs <page>\` (or \`<page>#<heading>\`), \`${fw} docs search <words> --json\`, and \`${fw} docs FW_…\` for the code of an error. The pages:`,
    '',
    ...sections,
    '',
    END,
  ].join('\n');
}

/** The last part of a name, if no other page has it. */
function shortest(name: string, pages: readonly DocsPage[]): string {
  const short = basename(name);
  return pages.filter((page) => basename(page.name) === short).length > 1 ? name : short;
}

/** AGENTS.md with the lines between its markers replaced; undefined if it has no markers, or nothing changes. */
export function withAgentsIndex(text: string, pages: readonly DocsPage[], fw: string): string | undefined {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start) return undefined;
  const changed = text.slice(0, start) + agentsIndex(pages, fw) + text.slice(end + END.length);
  return changed === text ? undefined : changed;
}
