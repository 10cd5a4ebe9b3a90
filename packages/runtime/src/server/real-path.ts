import { realpath, stat } from 'node:fs/promises';

/** Of links what they lead to; undefined when there is nothing. */
export function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

/** Opening anything else, such as a named pipe, may never return. */
export function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
