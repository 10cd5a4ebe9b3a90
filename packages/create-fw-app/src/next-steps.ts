import { relative } from 'node:path';

import type { PackageManager } from './package-manager.ts';

export interface NextSteps {
  /** The folder of the site, absolute. */
  readonly site: string;
  /** The folder that the user is in, absolute. */
  readonly cwd: string;
  readonly packageManager: PackageManager;
  readonly installed: boolean;
}

/** The commands that bring the user to a running site, one each. */
export function nextCommands({ site, cwd, packageManager, installed }: NextSteps): string[] {
  return [
    ...enter(site, cwd),
    ...(installed ? [] : [`${packageManager} install`]),
    `${packageManager} run dev`,
  ];
}

/** The one line that repeats an installation that failed. */
export function retryCommand({ site, cwd, packageManager }: NextSteps): string {
  return [...enter(site, cwd), `${packageManager} install`].join(' && ');
}

function enter(site: string, cwd: string): string[] {
  const path = relative(cwd, site);
  if (path === '') return [];
  return [`cd ${quote(path.startsWith('-') ? `./${path}` : path)}`];
}

function quote(path: string): string {
  if (/^[\p{L}\p{N}\\/._@:+,=-]+$/u.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
