import type { InspectionReport } from 'fw-runtime/inspector';

import { type Answers, flagsFor } from '../../command-line/flag.ts';
import { refreshList } from '../autoload.ts';
import type { SiteInspection } from '../inspect/site-inspection.ts';
import type { Site } from '../site.ts';
import { Change, type FileWrite } from './change.ts';
import type { Generator } from './generator.ts';
import { Journal } from './journal.ts';
import { prove } from './proof.ts';

export interface Generated {
  /** Empty when everything was there already. */
  readonly changes: readonly FileWrite[];
  /** The tests that were deleted since they were generated, and are not made again. */
  readonly leftOut: readonly string[];
  /** The command that does the same without questions. */
  readonly command: string;
  /** The list of configuration files, where it was written because of this; relative to the site. */
  readonly list: string | undefined;
  /** Its number in the journal; undefined when nothing was written. */
  readonly id: number | undefined;
}

export interface RunOptions {
  readonly site: Site;
  readonly inspection: SiteInspection;
  /** The site as it is. */
  readonly before: Promise<InspectionReport>;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs a generator: makes its change in memory, proves it on a copy of the site and writes all of it, or nothing.
 *
 * @throws {CommandError} with the reason why nothing was written
 */
export async function runGenerator(
  generator: Generator,
  answers: Answers,
  options: RunOptions,
): Promise<Generated> {
  const { site, inspection, before, dryRun, signal } = options;
  const change = new Change(site.root);
  const expectation = await generator.plan(site, answers, change);
  const journal = new Journal(site.root);
  const planned = change.finish();
  const leftOut = planned.map(({ path }) => path).filter((path) => journal.isDeletedTest(path));
  const changes = planned.filter(({ path }) => !leftOut.includes(path));
  const command = ['fw generate', generator.kind, ...flagsFor(generator.questions, answers)].join(' ');
  if (changes.length === 0) return { changes, leftOut, command, list: undefined, id: undefined };
  await prove(site, inspection, await before, changes, expectation);
  signal.throwIfAborted();
  const id = dryRun ? undefined : journal.write(changes, command).id;
  const list = dryRun ? undefined : refreshList(site.root);
  return { changes, leftOut, command, list, id };
}
