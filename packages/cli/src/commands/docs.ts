import { readArguments } from '#command-line/arguments';
import { UsageError } from '#command-line/errors';
import { helpFlag, jsonFlag } from '#command-line/flag';
import type { Command, Run } from '../command.ts';
import { type DocsPage, pageMarkdown, pagesIn } from '../docs/pages.ts';
import { DOCS_FOLDER } from '../package-info.ts';
import { fwCommand } from '../project/typed-command.ts';

/** The number of pages that a search lists. */
const LIMIT = 8;

export const docsCommand: Command = {
  name: 'docs',
  usage: '[page | search <words>]',
  summary: 'Read and search the documentation of this version, offline',
  flags: [jsonFlag, helpFlag],
  examples: [
    'fw docs',
    'fw docs routing#groups',
    'fw docs FW_MISSING_RESPONSE',
    'fw docs search rate limit --json',
  ],
  words: ['search'],
  wordCount: ({ length }) => length,
  run: docs,
};

async function docs({ args, output }: Run): Promise<number> {
  const { positionals, switches } = readArguments(args, docsCommand.flags, Infinity);
  const [wanted, ...words] = positionals;
  const pages = pagesIn(DOCS_FOLDER);
  const isJson = switches.has('json');
  if (wanted === 'search') return printFound(pages, words.join(' '), isJson, output);
  if (words.length > 0) {
    throw new UsageError(`Name one page, or search: ${fwCommand()} docs search ${positionals.join(' ')}`);
  }
  if (wanted !== undefined) {
    const markdown = pageMarkdown(pages, wanted);
    if (isJson) output.json({ page: wanted, markdown });
    else output.print(markdown.trimEnd());
    return 0;
  }
  if (isJson)
    output.json({ pages: pages.map(({ name, title, section }) => ({ page: name, title, section })) });
  else printPages(pages, output);
  return 0;
}

function printPages(pages: readonly DocsPage[], output: Run['output']): void {
  const width = Math.max(...pages.map(({ name }) => name.length));
  for (const [index, { name, title, section }] of pages.entries()) {
    if (section !== pages[index - 1]?.section)
      output.print(`${index > 0 ? '\n' : ''}${output.paint('bold', section)}`);
    output.print(`  ${name.padEnd(width)}  ${title}`);
  }
  output.print(
    `\n${fwCommand()} docs <page> prints a page, ${fwCommand()} docs search <words> searches them.`,
  );
}

async function printFound(
  pages: readonly DocsPage[],
  words: string,
  isJson: boolean,
  output: Run['output'],
): Promise<number> {
  if (words === '')
    throw new UsageError(`The words are missing: give some, as in ${fwCommand()} docs search rate limit.`);
  const { search } = await import('../docs/search.ts');
  const found = search(pages, words, LIMIT);
  if (isJson) output.json({ words, results: found });
  else if (found.length === 0) output.print(`No page has "${words}". ${fwCommand()} docs lists the pages.`);
  for (const { page, title, heading, excerpt } of isJson ? [] : found) {
    output.print(`${output.paint('bold', page)}  ${title === heading ? title : `${title}: ${heading}`}`);
    output.print(`  ${excerpt}`);
  }
  return found.length === 0 ? 1 : 0;
}
