/**
 * Where an error was thrown, as far as that is within a folder and not in its `node_modules`: `src/db.ts:3:7`.
 *
 * @param folder an absolute path
 */
export function thrownAt(error: unknown, folder: string): string | undefined {
  const stack = error instanceof Error ? error.stack : undefined;
  for (const [, place = ''] of stack?.matchAll(/^ +at .*?(?:file:\/\/)?(\/[^\n]*?:\d+:\d+)\)?$/gm) ?? []) {
    if (place.startsWith(`${folder}/`) && !place.includes('node_modules'))
      return place.slice(folder.length + 1);
  }
  return undefined;
}
