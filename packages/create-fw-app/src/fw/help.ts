import type { Flag } from './arguments.ts';
import type { Command } from './command.ts';
import { flagsOf, commonFlags } from './generate/generate-command.ts';
import { generators } from './generate/generators.ts';
import type { Generator } from './generate/generator.ts';
import { table } from './output.ts';

/** What `fw help` prints. */
export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, summary }) => [`  fw ${name} ${usage}`.trimEnd(), summary]);
  return `Adds to a site of Fw, and shows what is in it.

${table(rows).join('\n')}

fw help <command> tells more of one, and fw help generate <kind> of one kind.
`;
}

/** What `fw help <command>` prints. */
export function helpOf(command: Command): string {
  const kinds = command.words === undefined ? [] : wordsOf(command);
  return [
    `fw ${command.name}: ${command.summary}.`,
    `Usage: ${['fw', command.name, command.usage, '[flags]'].filter(Boolean).join(' ')}`,
    ...kinds,
    flagLines(command.flags),
    exampleLines(command.examples),
  ]
    .join('\n\n')
    .concat('\n');
}

/** What `fw generate <kind> --help` prints. */
export function helpOfGenerator(generator: Generator): string {
  const { kind, summary, variant, examples } = generator;
  return `${[
    `fw generate ${kind}: ${summary}${variant === undefined ? '' : ` (variant ${variant.toUpperCase()})`}.`,
    `Usage: fw generate ${kind} [flags]`,
    flagLines([...flagsOf(generator), ...commonFlags]),
    'What is missing is asked for on a terminal; elsewhere its default is taken, and what has none is an error.',
    exampleLines(examples.map((example) => `fw generate ${example}`)),
  ].join('\n\n')}\n`;
}

function wordsOf({ name, words = [] }: Command): string[] {
  if (name !== 'generate') return [];
  const rows = words.map((word) => {
    const generator = generators.find(({ kind }) => kind === word);
    const only = generator?.variant === undefined ? '' : ` (variant ${generator.variant.toUpperCase()})`;
    return [`  ${word}`, `${generator?.summary ?? ''}${only}`];
  });
  return [table(rows).join('\n')];
}

function flagLines(flags: readonly Flag[]): string {
  return table(
    flags.map(({ name, short, placeholder = '', help }) => [
      `  ${short === undefined ? '' : `-${short}, `}--${name} ${placeholder}`.trimEnd(),
      help,
    ]),
  ).join('\n');
}

function exampleLines(examples: readonly string[]): string {
  return `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`;
}
