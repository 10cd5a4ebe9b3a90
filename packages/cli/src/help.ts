import { spelled } from '../../command-line/src/flag.ts';
import { exampleLines, flagLines } from '../../command-line/src/help.ts';
import { table, DEFAULT_COLUMNS, wrapped } from '../../command-line/src/output.ts';
import type { Command, Described } from './command.ts';

/** The output of `fw help`. */
export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, summary }) => [`  fw ${name} ${usage}`.trimEnd(), summary]);
  return [
    'Develops, extends and inspects an Fw project.',
    table(rows, DEFAULT_COLUMNS).join('\n'),
    'fw help <command> shows its flags, and fw help generate <kind> those of a kind.',
  ].join('\n\n');
}

/** The output of `fw help <command>`. */
export function helpOf({ name, usage, kinds = [], note, ...command }: Command): string {
  const rows = kinds.map(({ name, summary }) => [`  ${name}`, summary]);
  return sections({ ...command, name }, usage, table(rows, DEFAULT_COLUMNS).join('\n'), note);
}

/** The output of `fw help generate <kind>`, and of other commands with kinds. */
export function helpOfKind(command: Command, kind: Described): string {
  const note =
    'Missing answers are prompted for on a terminal; elsewhere defaults apply, and an answer without a default is required.';
  const words = kind.flags.filter(({ positional }) => positional === true).map(spelled);
  return sections({ ...kind, name: `${command.name} ${kind.name}` }, words.join(' '), '', note);
}

function sections(
  { name, summary, flags, examples }: Described,
  usage: string,
  kinds: string,
  note = '',
): string {
  return [
    wrapped(`fw ${name}: ${summary}.`, DEFAULT_COLUMNS).join('\n'),
    `Usage: ${['fw', name, usage, '[flags]'].filter(Boolean).join(' ')}`,
    kinds,
    flagLines(flags),
    wrapped(note, DEFAULT_COLUMNS).join('\n'),
    exampleLines(examples),
  ]
    .filter(Boolean)
    .join('\n\n');
}
