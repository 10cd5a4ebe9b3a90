import { realpath } from 'node:fs/promises';

/** Of links what they lead to; undefined when there is nothing. */
export function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
