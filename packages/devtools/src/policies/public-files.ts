import { filesBelow, isShown } from 'fw-runtime/internal';
import { isInPattern, prefixOf } from './policy.ts';

/**
 * The paths of files in a document root that match a pattern. One that begins with no literal segment says nothing of files:
 * it is for every path, and the files of a document root are for everybody.
 */
export function publicFilesIn(folder: string, pattern: readonly string[]): string[] {
  if (prefixOf(pattern) === '') return [];
  return filesBelow(folder)
    .filter((path) => isInPattern(pattern, path) && isShown(path))
    .toSorted();
}
