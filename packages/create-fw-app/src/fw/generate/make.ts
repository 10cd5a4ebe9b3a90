import { type Answers, flagsFor } from '../../command-line/flag.ts';
import type { InspectionReport } from 'fw-runtime/inspector';

import type { SiteInspection } from '../inspect/site-inspection.ts';
import type { Site } from '../site.ts';
import { Change, type FileWrite } from './change.ts';
import type { Generator } from './generator.ts';
import { Journal } from './journal.ts';
import { prove } from './proof.ts';

export interface Made {
  /** Empty when everything was there already. */
  readonly changes: readonly FileWrite[];
  /** What makes the same without questions. */
  readonly command: string;
  /** Of the generation in the journal; undefined when nothing was written. */
  readonly id: number | undefined;
}

/** Where a generator runs. */
export interface Workshop {
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
 * @throws {CreateError} with the reason why nothing was written
 */
export async function make(generator: Generator, answers: Answers, workshop: Workshop): Promise<Made> {
  const { site, inspection, before, dryRun, signal } = workshop;
  const change = new Change(site.root);
  const expectation = await generator.plan(site, answers, change);
  const changes = change.finish();
  const command = ['fw generate', generator.kind, ...flagsFor(generator.questions, answers)].join(' ');
  if (changes.length === 0) return { changes, command, id: undefined };
  await prove(site, inspection, await before, changes, expectation);
  signal.throwIfAborted();
  const id = dryRun ? undefined : new Journal(site.root).write(changes, command).id;
  return { changes, command, id };
}
