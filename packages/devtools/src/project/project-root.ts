import { existsSync, readFileSync, realpathSync } from 'node:fs';
import platformPath, { dirname, join, type PlatformPath, resolve, sep } from 'node:path';

/** The nearest folder, from this folder upwards, whose package.json depends on fw-runtime; otherwise the folder itself. */
export function projectRoot(folder: string = process.cwd()): string {
  return findProjectRoot(folder) ?? folder;
}

/** The same as `projectRoot`, but undefined outside of a project. */
export function findProjectRoot(folder: string = process.cwd()): string | undefined {
  for (let root = folder; ; root = dirname(root)) {
    if (manifestOf(root).dependencies?.['fw-runtime'] !== undefined) return root;
    if (dirname(root) === root) return undefined;
  }
}

/** The name in the project's package.json; the name of the folder if package.json has no name. */
export function projectName(root: string): string {
  return manifestOf(root).name ?? root.split(sep).at(-1) ?? '';
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest | null) ?? {};
  } catch {
    return {};
  }
}

/**
 * The path, relative to the project, of a file that exists in the project and isn't a link to a file outside.
 *
 * @param file relative to the project, or absolute
 */
export function fileWithinProject(root: string, file: string): string | undefined {
  const realRoot = realpathSync(root);
  // The path is checked before the file system is used: on Windows, looking up \\host\share signs in at that host.
  const isInside = [root, realRoot].some((folder) => pathWithin(folder, file) !== undefined);
  const path = resolve(root, file);
  if (!isInside || file.includes('\0') || !existsSync(path)) return undefined;
  return pathWithin(realRoot, realpathSync(path));
}

/**
 * A path relative to the folder that contains it; undefined when the folder doesn't.
 *
 * @param file relative to the folder, or absolute
 */
export function pathWithin(
  folder: string,
  file: string,
  path: PlatformPath = platformPath,
): string | undefined {
  const within = path.relative(folder, path.resolve(folder, file));
  const isOutside = within === '' || /^\.\.(?:[/\\]|$)/.test(within) || path.isAbsolute(within);
  return isOutside ? undefined : within;
}
