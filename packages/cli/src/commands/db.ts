import { readArguments } from '#command-line/arguments';
import { helpFlag } from '#command-line/flag';
import { type Command, requireSubcommand, type Run, subcommandsOf } from '../command.ts';
import { runDatabaseCommand } from '../project/run-module.ts';
import { findProject } from '../project/project.ts';

const SUMMARIES = {
  migrate: 'Run pending migrations',
  rollback: 'Undo the last migration',
  status: 'List the migrations, and when each one ran',
  seed: 'Insert the data from src/database/seeds.ts',
  reset: 'Undo and rerun all migrations, then insert the seeds; deletes all data; not in production',
} as const;

const KINDS = subcommandsOf('db', SUMMARIES);

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
  const name = requireSubcommand(dbCommand, positionals[0]);
  return runDatabaseCommand(findProject(cwd), name, signal);
}
