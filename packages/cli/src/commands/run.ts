import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#command-line/errors';
import { helpFlag } from '#command-line/flag';
import type { Command, Run } from '../command.ts';
import { COMMAND_PROGRAM, runModule } from '../project/run-module.ts';
import { findProject } from '../project/project.ts';
import { fwCommand } from '../project/typed-command.ts';

export const runCommand: Command = {
  name: 'run',
  usage: '[name]',
  summary: 'Run a command of the project, or list the commands',
  flags: [helpFlag],
  passesArguments: true,
  examples: ['fw run', 'fw run import-posts --file posts.json', 'fw run import-posts --help'],
  run,
};

async function run({ args, cwd, signal }: Run): Promise<number> {
  const project = findProject(cwd);
  if (existsSync(join(project.root, COMMAND_PROGRAM)))
    return runModule(project, COMMAND_PROGRAM, args, signal);
  throw new CommandError(
    `This project has no ${COMMAND_PROGRAM}: run ${fwCommand()} generate command first.`,
  );
}
