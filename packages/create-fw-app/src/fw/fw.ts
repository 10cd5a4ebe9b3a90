import { UsageError } from '../errors.ts';
import type { Flag } from './arguments.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { commonFlags, flagsOf, generateCommand } from './generate/generate-command.ts';
import { generators } from './generate/generators.ts';
import { historyCommand, undoCommand } from './generate/undo-command.ts';
import { helpOf, helpOfAll, helpOfGenerator } from './help.ts';
import { outputOf } from './output.ts';
import { checkCommand } from './show/check-command.ts';
import { pipelineCommand } from './show/pipeline-command.ts';
import { routesCommand } from './show/routes-command.ts';
import { type Typed, withSwallowedFlags } from './swallowed-flags.ts';

const siteCommands: readonly Command[] = [
  generateCommand,
  undoCommand,
  historyCommand,
  routesCommand,
  pipelineCommand,
  checkCommand,
];
const commands: readonly Command[] = [...siteCommands, completionCommand(siteCommands)];

/**
 * Runs one command.
 *
 * @param args the arguments after the program's name
 * @returns the exit code
 * @throws {CreateError} with what to tell the user, and the exit code
 */
export async function fw(
  args: readonly string[],
  process: NodeJS.Process,
  signal: AbortSignal,
): Promise<number> {
  const [name, ...rest] = args;
  const output = outputOf(process);
  const wantsHelp = rest.includes('--help') || rest.includes('-h');
  if (name === undefined || ['help', '--help', '-h'].includes(name) || wantsHelp) {
    output.print(helpFor(wantsHelp ? args : rest).trimEnd());
    return 0;
  }
  const command = commandNamed(name);
  const given = withSwallowedFlags(typedOf(command, rest), process.env);
  return command.run({ args: given, cwd: process.cwd(), process, output, signal });
}

function helpFor(words: readonly string[]): string {
  const [name, kind] = words.filter((word) => !word.startsWith('-'));
  if (name === undefined) return helpOfAll(commands);
  const command = commandNamed(name);
  const generator = generators.find((generator) => generator.kind === kind);
  return command === generateCommand && generator !== undefined
    ? helpOfGenerator(generator)
    : helpOf(command);
}

function typedOf(command: Command, args: readonly string[]): Typed {
  const flags = command === generateCommand ? generatorFlags(args[0]) : command.flags;
  return { command: command.name, args, flags, words: command.wordCount?.(args) ?? 0 };
}

/** The flags of one kind, or of all while it is not known. */
function generatorFlags(kind: string | undefined): Flag[] {
  const named = generators.filter((generator) => generator.kind === kind);
  const flags = [...(named.length > 0 ? named : generators).flatMap(flagsOf), ...commonFlags];
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()];
}

function commandNamed(name: string): Command {
  const command = commands.find((command) => command.name === name);
  if (command !== undefined) return command;
  const known = commands.map((command) => command.name).join(', ');
  throw new UsageError(`Unknown command "${name}": there are ${known}, help.`);
}
