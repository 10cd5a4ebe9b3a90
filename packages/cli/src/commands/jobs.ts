import { CommandError, UsageError } from '#command-line/errors';
import { helpFlag } from '#command-line/flag';
import { unknown } from '#command-line/nearest';
import type { Command, Described, Run } from '../command.ts';
import { COMMAND_PROGRAM, hasJobs, JOB_LIST, runModule } from '../project/run-module.ts';
import { findSite } from '../project/site.ts';
import { fwCommand } from '../project/typed-command.ts';

const SUMMARIES = {
  list: 'List the jobs that failed, or those of --state waiting, delayed or active',
  retry: 'Run a failed job again: --id <id>, or --all',
  discard: 'Delete a job: --id <id>, or --all that failed',
} as const;

const KINDS: readonly Described[] = Object.entries(SUMMARIES).map(([name, summary]) => ({
  name,
  summary,
  flags: [],
  examples: [`fw jobs ${name}${name === 'list' ? '' : ' --all'}`],
}));

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

async function run({ args: [name, ...flags], cwd, signal }: Run): Promise<number> {
  const names = Object.keys(SUMMARIES);
  if (name === undefined) throw new UsageError(`fw jobs needs a command: ${names.join(', ')}.`);
  if (!names.includes(name))
    throw unknown(`command "jobs ${name}"`, name, names, `there are ${names.join(', ')}.`);
  const site = findSite(cwd);
  if (!hasJobs(site))
    throw new CommandError(`This project has no ${JOB_LIST}: run ${fwCommand()} add jobs first.`);
  return runModule(site, COMMAND_PROGRAM, [`jobs:${name}`, ...flags], signal);
}
