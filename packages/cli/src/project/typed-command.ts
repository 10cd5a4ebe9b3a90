import { AsyncLocalStorage } from 'node:async_hooks';
import { lstatSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ENTRY, FW_FILE, fwCommandBelow, fwCommandOf } from '#command-line/fw-file';
import { projectAround, type Project } from './project.ts';

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
  const project = projectAround(cwd);
  if (COMMAND !== 'node fw' || project === undefined) return COMMAND;
  if (hasFwFile(project.root) && isRoot(project, cwd, env)) return COMMAND;
  return fwCommandBelow({ target: 'node', packageManager: project.packageManager });
}

/** Whether a project has the file that runs `fw`, rather than a file or folder of its own with this name. */
export function hasFwFile(root: string): boolean {
  const file = join(root, FW_FILE);
  return (
    lstatSync(file, { throwIfNoEntry: false })?.isFile() === true &&
    readFileSync(file, 'utf8').includes(ENTRY)
  );
}

/** Whether the user is in the root. Package managers run scripts there, and pass the user's folder on. */
function isRoot({ root }: Project, cwd: string, { INIT_CWD: folder = cwd }: NodeJS.ProcessEnv): boolean {
  const below = relative(root, folder);
  // A folder outside the project is where a surrounding script was started.
  return below.startsWith('..') ? cwd === root : below === '';
}

/** The way in which `fw` was started. */
interface Launch {
  /** The start of a command line on which npm leaves the following flags alone. */
  readonly beginning: string;
  /** The environment to search for flags that npm consumed. */
  readonly env: NodeJS.ProcessEnv;
}

/** The command that runs `fw` in the root of a project, on the runtime that runs it now. */
const COMMAND: string = fwCommandOf({
  target: process.versions.bun ? 'bun' : process.versions['deno'] ? 'deno' : 'node',
});

/** Detects from the environment how `fw` was started: by a package script, by npx, or directly. */
export function launchOf(env: NodeJS.ProcessEnv): Launch {
  const directly = { beginning: COMMAND, env: {} };
  // Other package managers leave all flags alone.
  if (COMMAND !== 'node fw') return directly;
  switch (env['npm_lifecycle_event']) {
    // The script is `node fw generate`.
    case 'generate':
      return { beginning: 'npm run generate --', env };
    case 'fw':
      return { beginning: 'npm run fw --', env };
    case 'npx':
      // `npx --yes fw …` lets npx install without a prompt.
      return { beginning: 'npx --no-install fw', env: { ...env, npm_config_yes: undefined } };
    default:
      return directly;
  }
}
