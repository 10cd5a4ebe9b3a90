import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.ts';

/** The list of a project's jobs, which `fw add jobs` creates. */
export const JOB_LIST = 'config/jobs.ts';

export function hasJobs({ root }: Pick<Site, 'root'>): boolean {
  return existsSync(join(root, JOB_LIST));
}
