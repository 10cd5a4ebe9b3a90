import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { dryRunFlag, helpFlag, jsonFlag, readArguments, yesFlag } from '../arguments.ts';
import type { Command, Run } from '../command.ts';
import { table } from '../output.ts';
import { findSite } from '../site.ts';
import { paintDiff, unifiedDiff } from './diff.ts';
import { Journal } from './journal.ts';
import type { Undoing } from './journal.ts';

export const undoCommand: Command = {
  name: 'undo',
  usage: '',
  summary: 'takes the last generation back; files that were edited since are left as they are',
  flags: [yesFlag, dryRunFlag, jsonFlag, helpFlag],
  examples: ['fw undo', 'fw undo --dry-run'],
  run: undo,
};

export const historyCommand: Command = {
  name: 'history',
  usage: '',
  summary: 'lists what was generated',
  flags: [jsonFlag, helpFlag],
  examples: ['fw history', 'fw history --json'],
  run: history,
};

async function undo({ args, cwd, output }: Run): Promise<number> {
  const { switches } = readArguments(args, undoCommand.flags, 0);
  const { root } = findSite(cwd);
  const dryRun = switches.has('dry-run');
  const undoing = new Journal(root).undo({ dryRun });
  if (switches.has('json')) {
    const { generation, restored = [], refused = [] } = undoing ?? {};
    output.print(JSON.stringify({ undone: generation?.command ?? null, dryRun, restored, refused }, null, 2));
    return refused.length > 0 ? 1 : 0;
  }
  if (undoing === undefined) {
    output.print('Nothing to undo: nothing was generated, or all of it was taken back.');
    return 0;
  }
  const { generation, restored, refused } = undoing;
  if (dryRun) output.print(paintDiff(await reversal(root, undoing), output.paint).trimEnd());
  else output.print(`Undone: ${generation.command}`);
  for (const path of dryRun ? [] : restored) {
    const made = generation.files.some((file) => file.path === path && file.before === null);
    output.print(`${output.paint('green', made ? 'removed ' : 'restored')}  ${path}`);
  }
  for (const path of refused) {
    output.print(
      `${output.paint('red', 'refused ')}  ${path}: it was edited since, so it was left as it is.`,
    );
  }
  return refused.length > 0 ? 1 : 0;
}

async function history({ args, cwd, output }: Run): Promise<number> {
  const { switches } = readArguments(args, historyCommand.flags, 0);
  const { generations } = new Journal(findSite(cwd).root);
  if (switches.has('json')) {
    const shown = generations.map(({ id, time, command, files, undone }) => ({
      id,
      time,
      command,
      files: files.map(({ path, before }) => ({ path, action: before === null ? 'make' : 'edit' })),
      undone: undone ?? null,
    }));
    output.print(JSON.stringify(shown, null, 2));
    return 0;
  }
  if (generations.length === 0) output.print('Nothing was generated yet.');
  const rows = generations.map(({ id, time, command, undone }) => [
    String(id),
    time.replace('T', ' ').slice(0, 19),
    undone === undefined ? '' : 'undone',
    command,
  ]);
  for (const line of table(rows)) output.print(line);
  return 0;
}

/** What undoing would change, as a diff. */
function reversal(root: string, { generation, refused }: Undoing): Promise<string> {
  return unifiedDiff(
    generation.files
      .filter(({ path }) => !refused.includes(path) && existsSync(join(root, path)))
      .map(({ path, before }) => ({
        path,
        before: readFileSync(join(root, path), 'utf8'),
        after: before ?? '',
      })),
  );
}
