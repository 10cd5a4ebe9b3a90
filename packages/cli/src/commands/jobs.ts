import { CommandError } from '#command-line/errors';
import { helpFlag } from '#command-line/flag';
import { type Command, requireSubcommand, type Run, subcommandsOf } from '../command.ts';
import { COMMAND_PROGRAM, hasJobs, JOB_LIST, runModule } from '../project/run-module.ts';
import { findProject } from '../project/project.ts';
import { fwCommand } from '../project/typed-command.ts';

const SUMMARIES = {
  list: 'List the jobs that failed, or those of --state waiting, delayed or active',
  retry: 'Run a failed job again: --id <id>, or --all',
  discard: 'Delete a job: --id <id>, or --all that failed',
} as const;

const KINDS = subcommandsOf('jobs', SUMMARIES, (name) => (name === 'list' ? name : `${name} --all`));

/** A short form of `fw run jobs:list` and others, which are commands of the project. */
export const jobsCommand: Command = {
  name: 'jobs',
  usage: '<command>',
  summary: 'List background jobs, retry or discard those that failed',
  kinds: KINDS,
  flags: [helpFlag],
  passesArguments: true,
  examples: KINDS.flatMap(({ examples }) => examples),
  note: 'To run jobs in a process of their own: fw run jobs',
  run,
};

async function run({ args: [first, ...flags], cwd, signal }: Run): Promise<number> {
  const name = requireSubcommand(jobsCommand, first);
  const project = findProject(cwd);
  if (!hasJobs(project))
    throw new CommandError(`This project has no ${JOB_LIST}: run ${fwCommand()} add jobs first.`);
  return runModule(project, COMMAND_PROGRAM, [`jobs:${name}`, ...flags], signal);
}
