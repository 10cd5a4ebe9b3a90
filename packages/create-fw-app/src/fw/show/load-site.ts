import type { ApplicationDescription } from 'fw-runtime';
import type { InspectionReport, InspectionRequest } from 'fw-runtime/inspector';

import { CommandError } from '../../errors.ts';
import { SiteInspection } from '../inspect/site-inspection.ts';
import type { Site } from '../site.ts';

/** Inspects a site once; `signal` cancels it. */
export async function inspectSite(
  site: Site,
  signal: AbortSignal,
  request: Pick<InspectionRequest, 'explain' | 'resolve' | 'openapi'> = {},
): Promise<InspectionReport> {
  const inspection = new SiteInspection(site, signal);
  try {
    return await inspection.inspect({ root: site.root, ...request });
  } finally {
    inspection.close();
  }
}

/** @throws {CommandError} when the site could not be loaded, so that there is nothing to show */
export function applicationOf({ application, faults }: InspectionReport): ApplicationDescription {
  if (application !== undefined && faults.length === 0) return application;
  throw new CommandError(`The site does not load:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}
