import type { Output } from '#command-line/output';
import { fwCommand } from '../../project/typed-command.ts';
import { ALL_LOCK_FILES } from '../../project/package-manager-in.ts';
import type { Project } from '../../project/project.ts';
import type { Generator } from './generator.ts';
import type { Generated } from './run-generator.ts';

interface Printing {
  readonly dryRun: boolean;
  /** Whether prompts were shown, so that the equivalent command is worth printing. */
  readonly isInteractive: boolean;
  readonly project: Project;
  readonly output: Output;
}

/** Prints the result of a generator. */
export async function printGenerated(
  generated: Generated,
  { dryRun, isInteractive, project, output }: Printing,
): Promise<void> {
  const { changes, leftOut, notes, command, kept, installed, missing } = generated;
  const { print, paint } = output;
  const install = `${project.packageManager} install`;
  for (const note of notes) print(note);
  if (changes.length === 0) {
    print('Nothing to do: everything exists already.');
    printLeftOut(leftOut, output);
  } else if (dryRun) {
    const { paintDiff, unifiedDiff } = await import('../../show/diff.ts');
    print(paintDiff(await unifiedDiff(changes), paint).trimEnd());
    if (missing.length > 0) {
      print(`Not verified, because a dry run installs nothing: ${missing.join(', ')}.`);
    }
  } else {
    for (const { path, before } of changes) {
      print(`${paint('green', before === undefined ? 'made  ' : 'edited')}  ${path}`);
    }
    for (const { path, action } of kept) print(`${paint('green', action.padEnd(6))}  ${path}`);
    printLeftOut(leftOut, output);
    if (installed.length > 0) print(`Installed ${installed.join(', ')} with ${project.packageManager}.`);
    if (missing.length > 0) {
      print(`Not verified, because ${missing.join(', ')} is missing: run ${paint('cyan', install)}.`);
    }
    if (isInteractive)
      print(`\nThe same without prompts: ${paint('cyan', command.replace(/^fw\b/, fwCommand()))}`);
    print(`To undo it: ${paint('cyan', `${fwCommand()} undo`)}`);
  }
}

function printLeftOut(paths: readonly string[], { print, paint }: Output): void {
  for (const path of paths) {
    print(`${paint('red', 'left out')}  ${path}: it was deleted since it was generated.`);
  }
}

/** The result for `--json`. */
export async function asJson({ kind }: Generator, generated: Generated): Promise<object> {
  const { command, changes, leftOut, notes, installed, missing, id } = generated;
  const { unifiedDiff } = await import('../../show/diff.ts');
  return {
    kind,
    command,
    written: id !== undefined,
    leftOut,
    ...(notes.length > 0 && { notes }),
    ...(installed.length > 0 && { installed }),
    ...(missing.length > 0 && { missing }),
    ...(id !== undefined && { id }),
    files: await Promise.all(
      changes.map(async (change) => ({
        path: change.path,
        action: change.before === undefined ? 'make' : 'edit',
        // Thousands of unreadable lines, and secrets.
        ...(![...ALL_LOCK_FILES, '.env'].some((name) => change.path.endsWith(name)) && {
          content: change.after,
          diff: await unifiedDiff([change]),
        }),
      })),
    ),
  };
}
