import type { Flag } from '../command-line/flag.ts';
import { withSwallowedFlags } from '../command-line/npm-flags.ts';
import { unknown } from '../command-line/nearest.ts';
import { outputOf } from '../command-line/output.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { devCommand } from './dev/dev-command.ts';
import { generateCommand } from './generate/generate-command.ts';
import { historyCommand, undoCommand } from './generate/undo-command.ts';
import { helpOf, helpOfAll, helpOfKind } from './help.ts';
import { launchOf } from './launch.ts';
import { checkCommand } from './show/check-command.ts';
import { pipelineCommand } from './show/pipeline-command.ts';
import { routesCommand } from './show/routes-command.ts';

const siteCommands: readonly Command[] = [
  devCommand,
  generateCommand,
  undoCommand,
  historyCommand,
  routesCommand,
  pipelineCommand,
  checkCommand,
];
/** All that `fw` can do. */
export const commands: readonly Command[] = [...siteCommands, completionCommand(siteCommands)];

/**
 * Runs one command.
 *
 * @param args the arguments after the program's name
 * @returns the exit code
 * @throws {CommandError} with what to tell the user, and the exit code
 */
export async function fw(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args;
  const output = outputOf(process);
  const wantsHelp = rest.includes('--help') || rest.includes('-h');
  if (name === undefined || ['help', '--help', '-h'].includes(name) || wantsHelp) {
    output.print(helpFor(wantsHelp ? args : rest));
    return 0;
  }
  const command = commandNamed(name);
  const { beginning, env } = launchOf(process.env);
  const typed = {
    beginning: beginning === 'npm run generate --' ? beginning : `${beginning} ${name}`,
    args: rest,
    flags: flagsOf(command, rest[0]),
    words: command.wordCount?.(rest) ?? 0,
  };
  return command.run({ args: withSwallowedFlags(typed, env), cwd: process.cwd(), process, output, signal });
}

function helpFor(words: readonly string[]): string {
  const [name, second] = words.filter((word) => !word.startsWith('-'));
  if (name === undefined) return helpOfAll(commands);
  const command = commandNamed(name);
  const kind = command.kinds?.find((kind) => kind.name === second);
  return kind === undefined ? helpOf(command) : helpOfKind(command, kind);
}

/** The flags of one kind of a command, or of all while it is not known. */
function flagsOf({ flags, kinds = [] }: Command, name: string | undefined): Flag[] {
  const named = kinds.filter((kind) => kind.name === name);
  const all = [...(named.length > 0 ? named : kinds).flatMap((kind) => kind.flags), ...flags];
  return [...new Map(all.map((flag) => [flag.name, flag])).values()];
}

function commandNamed(name: string): Command {
  const command = commands.find((command) => command.name === name);
  if (command !== undefined) return command;
  const known = [...commands.map((command) => command.name), 'help'];
  throw unknown(`command "${name}"`, name, known, `there are ${known.join(', ')}.`);
}
