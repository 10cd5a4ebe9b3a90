import { CreateError } from '../../errors.ts';
import type { InspectionRequest, SiteReport } from '../inspect/report.ts';
import { SiteInspection } from '../inspect/site-inspection.ts';
import type { Site } from '../site.ts';

/** Looks at a site once, unless `signal` is aborted before. */
export async function lookAt(
  { root, variant }: Site,
  signal: AbortSignal,
  request: Pick<InspectionRequest, 'matches' | 'resolve'> = {},
): Promise<SiteReport> {
  const inspection = new SiteInspection(root, signal);
  try {
    return await inspection.inspect({ root, variant, ...request });
  } finally {
    inspection.close();
  }
}

/** @throws {CreateError} when the site could not be loaded, so that there is nothing to show */
export function refuseFaults({ faults }: SiteReport): void {
  if (faults.length === 0) return;
  throw new CreateError(`The site does not load:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}
