import type { InspectionReport } from 'fw-devtools/inspection';
import { readArguments } from '#command-line/arguments';
import { dryRunFlag, type Flag, helpFlag, jsonFlag, yesFlag } from '#command-line/flag';
import type { Output } from '#command-line/output';
import { CommandError, messageOf } from '#command-line/errors';
import type { Command, Run } from '../command.ts';
import { type GeneratedFile, refreshGenerated } from '../project/generated-files.ts';
import { type Inspecting, startInspection } from '../project/inspection.ts';
import { findProject, type Project } from '../project/project.ts';
import { paintDiff, unifiedDiff } from '../show/diff.ts';
import { Installation } from '../generate/engine/installation.ts';
import { Journal, type Undoing } from '../generate/engine/journal.ts';
import { verifyUndo } from '../generate/engine/verification.ts';

const keepEditedFlag: Flag = {
  name: 'keep-edited',
  help: 'keep files that were edited since, and undo the rest',
};

export const undoCommand: Command = {
  name: 'undo',
  usage: '',
  summary: 'Undo the last generator run, if the app still loads without it',
  flags: [keepEditedFlag, yesFlag, dryRunFlag, jsonFlag, helpFlag],
  examples: ['fw undo', 'fw undo --dry-run'],
  run: undo,
};

/** Files were edited since they were generated, so nothing was undone. */
function editedError(edited: readonly string[], command: string): CommandError {
  const files = edited.join(', ');
  const [were, them, they] = edited.length === 1 ? ['was', 'it', 'it is'] : ['were', 'them', 'they are'];
  return new CommandError(
    `Nothing was undone, because ${files} ${were} edited since "${command}": take your edits out of ${them}, ` +
      `or pass --keep-edited to leave ${them} as ${they} and undo the rest.`,
    { details: { edited } },
  );
}

async function undo({ args, cwd, process, output, signal, inspect }: Run): Promise<number> {
  const { switches } = readArguments(args, undoCommand.flags, 0);
  const project = findProject(cwd);
  const journal = new Journal(project.root);
  const undoing = journal.undoing();
  const dryRun = switches.has('dry-run');
  let after: InspectionReport | undefined;
  if (undoing !== undefined) {
    const { generation, edited } = undoing;
    if (edited.length > 0 && !switches.has('keep-edited')) throw editedError(edited, generation.command);
    after = await verify(project, undoing, { signal, inspect });
    signal.throwIfAborted();
    if (!dryRun) journal.undo(undoing);
  }
  const kept = dryRun ? [] : refreshGenerated(project, after);
  const shown = switches.has('json') ? undefined : process.stdout;
  if (undoing !== undefined && !dryRun)
    await followPackages(project, undoing, new Installation(project, shown, signal));
  if (switches.has('json')) {
    const { generation, changes = [], edited = [] } = undoing ?? {};
    const restored = changes.map(({ path }) => path);
    output.json({ undone: generation?.command ?? null, dryRun, restored, kept: edited });
  } else if (undoing === undefined) {
    output.print('Nothing to undo: nothing was generated, or everything is undone.');
  } else if (dryRun) {
    if (undoing.changes.length > 0) {
      output.print(paintDiff(await unifiedDiff(undoing.changes), output.paint).trimEnd());
    }
    printKept(undoing, output);
  } else printUndone(undoing, kept, output);
  return 0;
}

/** Removes the packages of a generation, unless package.json was edited since. */
async function followPackages(project: Project, undoing: Undoing, installation: Installation): Promise<void> {
  const { generation, changes } = undoing;
  if (generation.installedBy === undefined || !changes.some(({ path }) => path === 'package.json')) return;
  try {
    await installation.follow();
  } catch (error) {
    const exitCode = error instanceof CommandError ? error.exitCode : 1;
    throw new CommandError(
      `"${generation.command}" was undone, but its packages are still in node_modules (${messageOf(error)}): run ${project.packageManager} install.`,
      { exitCode },
    );
  }
}

async function verify(
  project: Project,
  { changes }: Undoing,
  inspecting: Inspecting,
): Promise<InspectionReport | undefined> {
  if (changes.length === 0) return undefined;
  const inspection = startInspection(project, inspecting);
  try {
    return await verifyUndo(project, inspection, changes);
  } finally {
    inspection.close();
  }
}

function printUndone(undoing: Undoing, kept: readonly GeneratedFile[], output: Output): void {
  const { generation, changes } = undoing;
  output.print(`Undone: ${generation.command}`);
  for (const { path, after } of changes) {
    output.print(`${output.paint('green', after === undefined ? 'removed ' : 'restored')}  ${path}`);
  }
  for (const { path, action } of kept) {
    output.print(`${output.paint('green', action.padEnd('restored'.length))}  ${path}`);
  }
  printKept(undoing, output);
}

function printKept({ edited }: Undoing, output: Output): void {
  for (const path of edited) {
    output.print(`${output.paint('red', 'kept    ')}  ${path}: it was edited since.`);
  }
}
