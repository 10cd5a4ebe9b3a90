import { UsageError } from '#command-line/errors';
import { unknown } from '#command-line/nearest';
import { type Flag, spelled } from '#command-line/flag';
import { DEFAULT_COLUMNS, type Output, table, wrapped } from '#command-line/output';
import { exampleLines, flagLines } from '#command-line/help';
import type { Inspecting } from './project/inspection.ts';
import { fwCommand } from './project/typed-command.ts';

/** The context in which a command runs. */
export interface Run extends Inspecting {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly process: NodeJS.Process;
  readonly output: Output;
}

/** The help and completion of a command or of its subcommand. */
export interface Described {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Example command lines. */
  readonly examples: readonly string[];
}

/** A command of `fw`. */
export interface Command extends Described {
  /** The arguments after the name, as in `[filter]`. */
  readonly usage: string;
  /** Its subcommands with flags of their own. */
  readonly kinds?: readonly Described[];
  /** Other words that completion offers after its name. */
  readonly words?: readonly string[];
  /** Whether it passes its arguments to a program of the project, so that only `--help` directly after its name is its own. */
  readonly passesArguments?: boolean;
  /** A sentence below the subcommands. */
  readonly note?: string;
  /**
   * The command with the subcommands that the project of a folder adds.
   *
   * @param args the arguments after its name; the project is not searched when they name one of `kinds`
   */
  inProject?(cwd: string, args: readonly string[]): Promise<Command>;
  /** The number of positional arguments; none when absent. */
  wordCount?(args: readonly string[]): number;
  /** @returns the exit code */
  run(run: Run): Promise<number>;
}

/** Subcommands without flags of their own, by their names. */
export function subcommandsOf(
  command: string,
  summaries: Readonly<Record<string, string>>,
  exampleOf = (name: string): string => name,
): readonly Described[] {
  return Object.entries(summaries).map(([name, summary]) => ({
    name,
    summary,
    flags: [],
    examples: [`fw ${command} ${exampleOf(name)}`],
  }));
}

/** @throws UsageError when the name of a subcommand is missing or unknown */
export function requireSubcommand({ name: command, kinds = [] }: Command, name: string | undefined): string {
  const names = kinds.map((kind) => kind.name);
  if (name === undefined) throw new UsageError(`fw ${command} needs a command: ${names.join(', ')}.`);
  if (names.includes(name)) return name;
  throw unknown(`command "${command} ${name}"`, name, names, `there are ${names.join(', ')}.`);
}

/** The output of `fw help`. */
export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, summary }) => [`  fw ${name} ${usage}`.trimEnd(), summary]);
  return [
    'Develop, extend and inspect an Fw project.',
    'Usage: fw <command> [flags]',
    `Commands:\n${table(rows, DEFAULT_COLUMNS).join('\n')}`,
    wrapped(
      `Run ${fwCommand()} help <command> or ${fwCommand()} help generate <kind> to list flags and examples.`,
      DEFAULT_COLUMNS,
    ).join('\n'),
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
    'In a terminal, fw prompts for missing values. Elsewhere it uses the defaults, and values without a default are required.';
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
    kinds === '' ? '' : `Commands:\n${kinds}`,
    `Flags:\n${flagLines(flags)}`,
    wrapped(asTyped(note), DEFAULT_COLUMNS).join('\n'),
    exampleLines(examples.map(asTyped)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The text with the command at its start, or after a colon, as the user types it. */
function asTyped(text: string): string {
  return text.replace(/(?<=^|: )fw\b/, fwCommand());
}
