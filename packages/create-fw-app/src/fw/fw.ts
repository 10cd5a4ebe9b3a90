import { UsageError } from '../errors.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion-command.ts';
import { generateCommand } from './generate/generate-command.ts';
import { generators } from './generate/generators.ts';
import { historyCommand, undoCommand } from './generate/undo-command.ts';
import { helpOf, helpOfAll, helpOfGenerator } from './help.ts';
import { outputOf } from './output.ts';
import { checkCommand } from './show/check-command.ts';
import { pipelineCommand } from './show/pipeline-command.ts';
import { routesCommand } from './show/routes-command.ts';

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
  return command.run({ args: rest, cwd: process.cwd(), process, output, signal });
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

function commandNamed(name: string): Command {
  const command = commands.find((command) => command.name === name);
  if (command !== undefined) return command;
  const known = commands.map((command) => command.name).join(', ');
  throw new UsageError(`Unknown command "${name}": there are ${known}, help.`);
}
