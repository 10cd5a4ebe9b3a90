import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CommandError, UsageError } from '#command-line/errors';

/** A position in a file of a project. */
export interface ProjectPlace {
  /** The absolute path. */
  readonly file: string;
  /** Relative to the project, with "/". */
  readonly shown: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * Reads `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
 *
 * @param root the folder of the project, to which a relative file is resolved first, and then to `cwd`
 * @throws CommandError when it isn't a file, or is outside of the project, also through a link
 */
export function projectPlace(text: string, root: string, cwd: string): ProjectPlace {
  const [name, line, column] = split(text, root, cwd);
  const found = locate(name, root, cwd);
  if (found === undefined || !statSync(found).isFile()) {
    throw new UsageError(
      `"${name}" is not a file of this project (${root}): pass one, as in src/action/ping.ts:12.`,
    );
  }
  const file = realpathSync(found);
  const path = relative(realpathSync(root), file);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) {
    throw new CommandError(
      `"${name}" is outside of this project (${root}): only files of the project are opened.`,
    );
  }
  return {
    file,
    shown: path.replaceAll(sep, '/'),
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** A file name may itself end like a line number. */
function split(
  text: string,
  root: string,
  cwd: string,
): readonly [name: string, line?: string | undefined, column?: string | undefined] {
  const [, name = text, line] = /^(.+):(\d+)$/s.exec(text) ?? [];
  if (line === undefined || locate(text, root, cwd) !== undefined) return [text];
  const [, first, second] = /^(.+):(\d+)$/s.exec(name) ?? [];
  if (first === undefined || locate(name, root, cwd) !== undefined) return [name, line];
  return [first, second, line];
}

function locate(name: string, root: string, cwd: string): string | undefined {
  return [resolve(root, name), join(cwd, name)].find((file) => existsSync(file));
}
