import type { InspectionReport } from 'fw-runtime/inspector';
import { type Answers, flagsFor } from '../../../command-line/flag.ts';
import { type GeneratedFile, refreshGenerated } from '../../generated-files.ts';
import type { Inspection } from '../../inspect/site-inspection.ts';
import type { Site } from '../../site.ts';
import { Change, type FileWrite } from './change.ts';
import type { Generator } from './generator.ts';
import { type Installation, missingPackages, newPackages } from './installation.ts';
import { Journal } from './journal.ts';
import { verify, requireLoading } from './verification.ts';

export interface Generated {
  /** Empty when everything was there already. */
  readonly changes: readonly FileWrite[];
  /** The tests that were deleted since they were generated, and are not made again. */
  readonly leftOut: readonly string[];
  /** Notes of the generator about the answers, such as a path that was converted. */
  readonly notes: readonly string[];
  /** The command that does the same without questions. */
  readonly command: string;
  /** The files that fw keeps up to date, where they were written because of this. */
  readonly kept: readonly GeneratedFile[];
  /** The packages that were installed for it. */
  readonly installed: readonly string[];
  /** The packages without which it could not be proven, because they are not installed. */
  readonly missing: readonly string[];
  /** Its number in the journal; undefined when nothing was written. */
  readonly id: number | undefined;
}

export interface RunOptions {
  readonly site: Site;
  readonly inspection: Inspection;
  /** The site as it is. */
  readonly before: Promise<InspectionReport>;
  readonly dryRun: boolean;
  /** What is typed in front of the kind, as in `fw generate`. */
  readonly beginning: string;
  /** Installs packages that the change brings; they are not installed when absent. */
  readonly installation?: Installation | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs a generator: makes its change in memory, proves it on a copy of the site and writes all of it, or nothing.
 *
 * @throws CommandError with the reason why nothing was written
 */
export async function runGenerator(
  generator: Generator,
  answers: Answers,
  options: RunOptions,
): Promise<Generated> {
  const { site, inspection, beginning, dryRun, signal } = options;
  const change = new Change(site.root);
  const expectation = await generator.plan(site, answers, change);
  const journal = new Journal(site.root);
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
  const missing = missingPackages(site.root, packages);
  let after: InspectionReport | undefined;
  try {
    if (missing.length === 0) after = await verify(site, inspection, before, changes, expectation);
    signal.throwIfAborted();
  } catch (error) {
    // What was installed goes again, unless nobody waits for it.
    if (!signal.aborted) await installation?.follow().catch(() => {});
    throw error;
  }
  if (dryRun) return { ...nothing, changes, missing };
  const written = [...changes, ...locks];
  const { id } = journal.write(written, command, installation?.packageManager);
  const kept = refreshGenerated(site, after);
  return {
    ...nothing,
    changes: written,
    installed: installation === undefined ? [] : packages,
    missing,
    kept,
    id,
  };
}
