import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectionReport } from 'fw-devtools/inspection';
import { CommandError, messageOf } from '#command-line/errors';
import { unifiedDiff } from './diff.ts';
import { readNamed } from '../project/files.ts';
import type { Project } from '../project/project.ts';
import { applicationOf } from '../project/load-project.ts';
import { fwCommand } from '../project/typed-command.ts';

/** The file with the effective pipelines, in the project's folder. */
export const SNAPSHOT_FILE = 'pipeline.snapshot';

/**
 * The effective pipelines in a report that includes them, in the file's format.
 *
 * @throws CommandError when the project couldn't be loaded
 */
export function snapshotOf(report: InspectionReport): string {
  applicationOf(report);
  if (report.snapshot !== undefined) return report.snapshot;
  throw new CommandError(
    "The project's fw-runtime creates no snapshot: install fw-runtime and fw-cli of the same release.",
  );
}

function readSnapshot(path: string): string | undefined {
  return readNamed(path)?.replaceAll('\r\n', '\n');
}

/** @returns the change: undefined when the file is up to date */
export function writeSnapshot(path: string, snapshot: string): 'made' | 'edited' | undefined {
  const before = readSnapshot(path);
  if (before === snapshot) return undefined;
  try {
    writeFileSync(path, snapshot);
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${messageOf(error)}`);
  }
  return before === undefined ? 'made' : 'edited';
}

/** The difference between the file and the current pipelines. */
export interface SnapshotChange {
  readonly error: string;
  /** A unified diff; empty without a file. */
  readonly difference: string;
}

export async function snapshotChange(
  { root }: Project,
  report: InspectionReport,
): Promise<SnapshotChange | undefined> {
  const after = snapshotOf(report);
  const before = readSnapshot(join(root, SNAPSHOT_FILE));
  if (before === after) return undefined;
  const advice = `review the changes, then run ${fwCommand()} pipeline --snapshot to update it.`;
  if (before === undefined) return { error: `There is no ${SNAPSHOT_FILE}: ${advice}`, difference: '' };
  const difference = await unifiedDiff([{ path: SNAPSHOT_FILE, before, after }]);
  return { error: `${SNAPSHOT_FILE} is out of date: ${advice}`, difference };
}
