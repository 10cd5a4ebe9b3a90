import { readArguments } from '#command-line/arguments';
import { helpFlag, jsonFlag } from '#command-line/flag';
import { table } from '#command-line/output';
import type { Command, Run } from '../command.ts';
import { Journal } from '../generate/engine/journal.ts';
import { findProject } from '../project/project.ts';

export const historyCommand: Command = {
  name: 'history',
  usage: '',
  summary: 'List past generator runs',
  flags: [jsonFlag, helpFlag],
  examples: ['fw history', 'fw history --json'],
  run: history,
};

async function history({ args, cwd, output }: Run): Promise<number> {
  const { switches } = readArguments(args, historyCommand.flags, 0);
  const { generations } = new Journal(findProject(cwd).root);
  if (switches.has('json')) {
    const shown = generations.map(({ id, time, command, files, undone }) => ({
      id,
      time,
      command,
      files: files.map(({ path, before }) => ({ path, action: before === null ? 'make' : 'edit' })),
      undone: undone ?? null,
    }));
    output.json(shown);
    return 0;
  }
  if (generations.length === 0) output.print('Nothing has been generated yet.');
  const rows = generations.map(({ id, time, command, undone }) => [
    String(id),
    time.replace('T', ' ').slice(0, 19),
    undone === undefined ? '' : 'undone',
    command,
  ]);
  for (const line of table(rows, output.columns)) output.print(line);
  return 0;
}
