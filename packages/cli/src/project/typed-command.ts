import { AsyncLocalStorage } from 'node:async_hooks';
import { relative } from 'node:path';
import { fwCommandBelow } from '#command-line/fw-file';
import { COMMAND } from './launch.ts';
import { hasFwFile } from './fw-file.ts';
import { findSite, type Site } from './site.ts';

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  command?: string;
}

const places = new AsyncLocalStorage<Place>();

/** Runs a command, whose messages name other commands as the user types them in this folder. */
export function typedIn<T>(host: Pick<NodeJS.Process, 'cwd' | 'env'>, run: () => T): T {
  return places.run({ cwd: host.cwd(), env: host.env }, run);
}

/**
 * The command that runs `fw` where the user types: `node fw` in the root of a project, and a package script in a
 * folder below it. Messages never name `npx fw`, which downloads a foreign package if the project isn't installed.
 */
export function fwCommand(): string {
  const place = places.getStore();
  return place === undefined ? COMMAND : (place.command ??= commandAt(place));
}

function commandAt({ cwd, env }: Place): string {
  const site = siteAt(cwd);
  if (COMMAND !== 'node fw' || site === undefined) return COMMAND;
  if (hasFwFile(site.root) && isRoot(site, cwd, env)) return COMMAND;
  return fwCommandBelow({ target: 'node', packageManager: site.packageManager });
}

/** Whether the user is in the root. Package managers run scripts there, and pass the user's folder on. */
function isRoot({ root }: Site, cwd: string, { INIT_CWD: folder = cwd }: NodeJS.ProcessEnv): boolean {
  const below = relative(root, folder);
  // A folder outside the project is where a surrounding script was started.
  return below.startsWith('..') ? cwd === root : below === '';
}

function siteAt(cwd: string): Site | undefined {
  try {
    return findSite(cwd);
  } catch {
    return undefined;
  }
}
