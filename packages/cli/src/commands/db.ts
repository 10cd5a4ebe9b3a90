import { readArguments } from '#command-line/arguments';
import { UsageError } from '#command-line/errors';
import { helpFlag } from '#command-line/flag';
import { unknown } from '#command-line/nearest';
import type { Command, Described, Run } from '../command.ts';
import { runDatabaseCommand } from '../project/run-module.ts';
import { findSite } from '../project/site.ts';

const SUMMARIES = {
  migrate: 'Run pending migrations',
  rollback: 'Undo the last migration',
  status: 'List the migrations, and when each one ran',
  seed: 'Insert the data from src/database/seeds.ts',
  reset: 'Undo and rerun all migrations, then insert the seeds; deletes all data; not in production',
} as const;

const KINDS: readonly Described[] = Object.entries(SUMMARIES).map(([name, summary]) => ({
  name,
  summary,
  flags: [],
  examples: [`fw db ${name}`],
}));

export const dbCommand: Command = {
  name: 'db',
  usage: '<command>',
  summary: 'Migrate, seed or reset the database',
  kinds: KINDS,
  flags: [helpFlag],
  examples: KINDS.flatMap(({ examples }) => examples),
  wordCount: () => 1,
  run: db,
};

async function db({ args, cwd, signal }: Run): Promise<number> {
  const { positionals } = readArguments(args, dbCommand.flags, 1);
  const [name] = positionals;
  const names = Object.keys(SUMMARIES);
  if (name === undefined) throw new UsageError(`fw db needs a command: ${names.join(', ')}.`);
  if (!names.includes(name))
    throw unknown(`command "db ${name}"`, name, names, `there are ${names.join(', ')}.`);
  return runDatabaseCommand(findSite(cwd), name, signal);
}
