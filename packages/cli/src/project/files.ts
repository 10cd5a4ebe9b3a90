import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError, messageOf } from '#command-line/errors';

/** The change of one file. */
export interface FileChange {
  /** Relative to the project, with "/". */
  readonly path: string;
  /** Undefined when the file is new. */
  readonly before: string | undefined;
  /** Undefined when the file is removed. */
  readonly after: string | undefined;
}

/** A file that is created or edited. */
export interface FileWrite extends FileChange {
  readonly after: string;
}

/** The environment variables of a project on this machine, secrets included. Git ignores the file. */
export const ENVIRONMENT_FILE = '.env';

/** Readable and writable by the owner only: the file contains secrets. */
const SECRET_MODE = 0o600;

/** The text of a file; undefined when it doesn't exist. */
export function readIn(root: string, path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * The text of a file that a user named; undefined when it doesn't exist.
 *
 * @throws CommandError when it can't be read
 */
export function readNamed(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/**
 * Writes a file by renaming, so that it is never seen half written. An existing file keeps its mode, and a symbolic
 * link still points to it.
 *
 * @param isSecret whether only its owner may read it, whatever mode it has
 */
export function replaceFile(file: string, text: string, isSecret = false): void {
  const isThere = existsSync(file);
  const target = isThere ? realpathSync(file) : file;
  // Hidden, because `dev` watches configuration folders, but ignores names that begin with a dot.
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const usual = isThere ? statSync(target).mode & 0o7777 : 0o666;
  const mode = isSecret ? SECRET_MODE : usual;
  try {
    writeFileSync(temporary, text, { mode });
    // The umask was applied to the mode of the new file.
    if (isThere) chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
