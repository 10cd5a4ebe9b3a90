const FRAME = /^ +at (?!async ).*?(?:file:\/\/)?(\/[^\n]*?:\d+:\d+)\)?$/gm;

/**
 * Where an error was thrown, as far as that is within one of these folders and not in its `node_modules`:
 * `src/db.ts:3:7`.
 *
 * @param folders absolute paths
 */
export function thrownAt(error: unknown, folders: readonly string[]): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, place = ''] of stack.matchAll(FRAME)) {
    const folder = folders.find((path) => place.startsWith(`${path}/`));
    if (folder !== undefined && !place.includes('/node_modules/')) return place.slice(folder.length + 1);
  }
  return undefined;
}
