import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The nearest folder from this one upwards that is a site: whose package.json depends on fw-runtime; else the folder itself. */
export function siteRoot(folder: string = process.cwd()): string {
  for (let root = folder; ; root = dirname(root)) {
    if (manifestOf(root).dependencies?.['fw-runtime'] !== undefined) return root;
    if (dirname(root) === root) return folder;
  }
}

/** What a site calls itself; the name of its folder where it does not. */
export function siteName(root: string): string {
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
 * A file that exists in a site and is no link to the outside, relative to the site.
 *
 * @param file relative to the site, or absolute
 */
export function fileWithinSite(root: string, file: string): string | undefined {
  const path = resolve(root, file);
  if (file.includes('\0') || !existsSync(path)) return undefined;
  const within = relative(realpathSync(root), realpathSync(path));
  const isOutside = within === '' || within.startsWith('..') || isAbsolute(within);
  return isOutside ? undefined : within;
}
