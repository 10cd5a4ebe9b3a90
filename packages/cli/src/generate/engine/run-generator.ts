import type { InspectionReport } from 'fw-devtools/inspection';
import { type Answers, flagsFor } from '#command-line/flag';
import { type GeneratedFile, refreshGenerated } from '../../project/generated-files.ts';
import type { Inspection } from '../../project/inspection.ts';
import type { Project } from '../../project/project.ts';
import type { FileWrite } from '../../project/files.ts';
import { Change } from './change.ts';
import type { Generator } from './generator.ts';
import { type Installation, missingPackages, newPackages } from './installation.ts';
import { Journal } from './journal.ts';
import { verify, requireLoading } from './verification.ts';

export interface Generated {
  /** Empty when there was nothing to change. */
  readonly changes: readonly FileWrite[];
  /** Tests that were deleted since they were generated, and are not created again. */
  readonly leftOut: readonly string[];
  /** Notes of the generator about the answers, such as a path that was converted. */
  readonly notes: readonly string[];
  /** The equivalent command without prompts. */
  readonly command: string;
  /** The generated files that were updated because of the change. */
  readonly kept: readonly GeneratedFile[];
  /** The packages that were installed. */
  readonly installed: readonly string[];
  /** The missing packages without which the change could not be verified. */
  readonly missing: readonly string[];
  /** Its number in the journal; undefined when nothing was written. */
  readonly id: number | undefined;
}

export interface RunOptions {
  readonly project: Project;
  readonly inspection: Inspection;
  /** The project before the change. */
  readonly before: Promise<InspectionReport>;
  readonly dryRun: boolean;
  /** The command in front of the kind, as in `fw generate`. */
  readonly beginning: string;
  /** Installs packages that the change adds; they aren't installed when absent. */
  readonly installation?: Installation | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs a generator: plans its change in memory, verifies it on a copy of the project and writes all of it, or
 * nothing.
 *
 * @throws CommandError with the reason why nothing was written
 */
export async function runGenerator(
  generator: Generator,
  answers: Answers,
  options: RunOptions,
): Promise<Generated> {
  const { project, inspection, beginning, dryRun, signal } = options;
  const change = new Change(project.root);
  const expectation = await generator.plan({ ...project, inspection }, answers, change);
  const journal = new Journal(project.root);
  const planned = change.finish();
  const leftOut = planned.map(({ path }) => path).filter((path) => journal.isDeletedTest(path));
  const changes = planned.filter(({ path }) => !leftOut.includes(path));
  const command = [beginning, generator.kind, ...flagsFor(generator.questions, answers)].join(' ');
  const { notes = [] } = expectation;
  const nothing = { leftOut, notes, command, kept: [], installed: [], missing: [], id: undefined };
  if (changes.length === 0) return { ...nothing, changes };

  const before = requireLoading(await options.before);
  const packages = newPackages(changes);
  const installation = packages.length === 0 || dryRun ? undefined : options.installation;
  const locks = (await installation?.install(changes)) ?? [];
  const missing = missingPackages(project.root, packages);
  let after: InspectionReport | undefined;
  try {
    if (missing.length === 0) after = await verify(project, inspection, before, changes, expectation);
    signal.throwIfAborted();
  } catch (error) {
    // Installed packages are removed again, unless the user cancelled.
    if (!signal.aborted) await installation?.follow().catch(() => {});
    throw error;
  }
  if (dryRun) return { ...nothing, changes, missing };
  const written = [...changes, ...locks];
  const { id } = journal.write(written, command, installation?.packageManager);
  const kept = refreshGenerated(project, after);
  return {
    ...nothing,
    changes: written,
    installed: installation === undefined ? [] : packages,
    missing,
    kept,
    id,
  };
}
