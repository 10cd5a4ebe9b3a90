import { watch } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatcher {
  close(): void;
}

interface Deno {
  watchFs(path: string, options: { recursive: boolean }): FolderWatcher & AsyncIterable<FileEvent>;
}

interface FileEvent {
  readonly kind: string;
  readonly paths: readonly string[];
}

/** Recursive watching of Node 20 on Linux loses a file that an editor replaces by renaming. */
export const isRecursive: boolean = process.platform !== 'linux';

const { Deno: deno } = globalThis as { readonly Deno?: Deno };

/**
 * Watches a folder.
 *
 * @param recursive whether subfolders are watched as well
 * @param changed called with the absolute path of the change
 * @param failed called when watching fails later
 * @throws Error when the folder doesn't exist
 */
export function watchFolder(
  folder: string,
  recursive: boolean,
  changed: (file: string) => void,
  failed: () => void,
): FolderWatcher {
  if (deno !== undefined) return watchByDeno(deno, folder, recursive, changed);
  const watcher = watch(folder, { recursive });
  watcher.on('error', failed);
  watcher.on('change', (_, name) => {
    if (name !== null && name !== '') changed(join(folder, name.toString()));
  });
  return watcher;
}

/** Deno's `watch` of node:fs always watches subfolders too, and reports names without their folder. */
function watchByDeno(
  { watchFs }: Deno,
  folder: string,
  recursive: boolean,
  changed: (file: string) => void,
): FolderWatcher {
  const watcher = watchFs(folder, { recursive });
  const report = async (): Promise<void> => {
    for await (const { kind, paths } of watcher) {
      if (kind !== 'access') paths.forEach(changed);
    }
  };
  void report();
  return watcher;
}
