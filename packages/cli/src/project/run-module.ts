import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { CommandError, messageOf, SIGNAL_CODES } from '#command-line/errors';
import { nodeFlags } from './node-flags.ts';
import { endOfScript } from './script-parent.ts';
import type { Project } from './project.ts';
import { fwCommand } from './typed-command.ts';

/** The program of a project that runs its commands, relative to the root. */
export const COMMAND_PROGRAM = 'bin/command.ts';

const SIGNALS = Object.keys(SIGNAL_CODES) as (keyof typeof SIGNAL_CODES)[];

/** The arguments with which the runtime runs a module of a project from its source. */
function argsFor(project: Project, file: string, args: readonly string[]): string[] {
  return [...nodeFlags(project), join(project.root, file), ...args];
}

/**
 * Runs a module of a project from its source, with the input and the output of this process, and passes signals on to it.
 *
 * @param file relative to the root
 * @param signal aborted by a signal that this process got before
 * @returns the exit code; 128 and the number of the signal when a signal ended it
 */
export async function runModule(
  project: Project,
  file: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, argsFor(project, file, args), {
    cwd: project.root,
    stdio: 'inherit',
  });
  const passOn = (name: NodeJS.Signals): void => void child.kill(name);
  for (const name of SIGNALS) process.on(name, passOn);
  endOfScript(process.env)?.addEventListener('abort', () => passOn('SIGTERM'));
  try {
    const [code, ending] = (await once(child, 'close')) as [number | null, NodeJS.Signals];
    return code ?? 128 + constants.signals[ending];
  } finally {
    for (const name of SIGNALS) process.off(name, passOn);
  }
}

/** The file in which a project defines the commands of its database, relative to the root. */
const COMMAND_FILE = 'src/database/command.ts';
// How long `fw check` waits for the database, in milliseconds.
const TIME_LIMIT = 10_000;

export function hasDatabaseCommand({ root }: Pick<Project, 'root'>): boolean {
  return existsSync(join(root, COMMAND_FILE));
}

/**
 * Runs a command of the project's database, which prints by itself.
 *
 * @returns the exit code
 * @throws CommandError when the project has no database
 */
export async function runDatabaseCommand(
  project: Project,
  name: string,
  signal: AbortSignal,
): Promise<number> {
  if (hasDatabaseCommand(project)) return runModule(project, COMMAND_FILE, [name], signal);
  throw new CommandError(`This project has no ${COMMAND_FILE}: run ${fwCommand()} add database first.`);
}

/**
 * The names of the migrations that have not run yet.
 *
 * @returns an error when the database could not be reached
 */
export async function pendingMigrations(project: Project): Promise<readonly string[] | Error> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      argsFor(project, COMMAND_FILE, ['status']),
      {
        cwd: project.root,
        timeout: TIME_LIMIT,
      },
    );
    return Array.from(stdout.matchAll(/^pending {2}(.+)$/gm), ([, name = '']) => name);
  } catch (error) {
    const { stderr = '', killed } = error as { stderr?: string; killed?: boolean };
    const late = killed === true ? `it did not respond within ${TIME_LIMIT / 1000} s` : messageOf(error);
    return new Error(/^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? late);
  }
}

/** The list of a project's jobs, which `fw add jobs` creates. */
export const JOB_LIST = 'config/jobs.ts';

export function hasJobs({ root }: Pick<Project, 'root'>): boolean {
  return existsSync(join(root, JOB_LIST));
}
