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

const { Deno: deno } = globalThis as { readonly Deno?: Deno };

/**
 * Watches a folder.
 *
 * @param isRecursive whether to watch those in it as well
 * @param changed called with the absolute path of what has changed
 * @param failed called when it cannot be watched any more
 * @throws Error when it is not there
 */
export function watchFolder(
  folder: string,
  isRecursive: boolean,
  changed: (file: string) => void,
  failed: () => void,
): FolderWatcher {
  if (deno !== undefined) return watchByDeno(deno, folder, isRecursive, changed);
  const watcher = watch(folder, { recursive: isRecursive });
  watcher.on('error', failed);
  watcher.on('change', (_, name) => {
    if (name !== null && name !== '') changed(join(folder, name.toString()));
  });
  return watcher;
}

/** Its `watch` of node:fs always watches the folders inside too, and tells a name without its folder. */
function watchByDeno(
  { watchFs }: Deno,
  folder: string,
  recursive: boolean,
  changed: (file: string) => void,
): FolderWatcher {
  const watcher = watchFs(folder, { recursive });
  const tell = async (): Promise<void> => {
    for await (const { kind, paths } of watcher) {
      if (kind !== 'access') paths.forEach(changed);
    }
  };
  void tell();
  return watcher;
}
