import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError, messageOf } from '#command-line/errors';
import { argsFor, runModule } from './run-module.ts';
import type { Site } from './site.ts';
import { fwCommand } from './typed-command.ts';

/** The file in which a project defines the commands of its database, relative to the root. */
const COMMAND_FILE = 'src/database/command.ts';
// How long `fw check` waits for the database, in milliseconds.
const TIME_LIMIT = 10_000;

export function hasDatabaseCommand({ root }: Pick<Site, 'root'>): boolean {
  return existsSync(join(root, COMMAND_FILE));
}

/**
 * Runs a command of the project's database, which prints by itself.
 *
 * @returns the exit code
 * @throws CommandError when the project has no database
 */
export async function runDatabaseCommand(site: Site, name: string, signal: AbortSignal): Promise<number> {
  if (hasDatabaseCommand(site)) return runModule(site, COMMAND_FILE, [name], signal);
  throw new CommandError(`This project has no ${COMMAND_FILE}: run ${fwCommand()} add database first.`);
}

/**
 * The names of the migrations that have not run yet.
 *
 * @returns an error when the database could not be reached
 */
export async function pendingMigrations(site: Site): Promise<readonly string[] | Error> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, argsFor(site, COMMAND_FILE, ['status']), {
      cwd: site.root,
      timeout: TIME_LIMIT,
    });
    return Array.from(stdout.matchAll(/^pending {2}(.+)$/gm), ([, name = '']) => name);
  } catch (error) {
    const { stderr = '', killed } = error as { stderr?: string; killed?: boolean };
    const late = killed === true ? `it did not respond within ${TIME_LIMIT / 1000} s` : messageOf(error);
    return new Error(/^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? late);
  }
}
