import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSite, type Site } from '../project/site.ts';

/** A file of a project that defines generators. */
export interface Plopfile {
  readonly site: Site;
  readonly name: string;
}

const NAMES = ['plopfile.ts', 'plopfile.js'];

/** The plopfile of the project that contains a folder; undefined when the project or the plopfile is missing. */
export function findPlopfile(cwd: string): Plopfile | undefined {
  let site: Site;
  try {
    site = findSite(cwd);
  } catch {
    return undefined;
  }
  const name = NAMES.find((name) => existsSync(join(site.root, name)));
  return name === undefined ? undefined : { site, name };
}
