import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { autoloadFolder, autoloadList, autoloadListOf } from '../autoload-list.ts';
import { readIn, replaceFile } from './generate/engine/write-changes.ts';

/** Whether the list of a site's configuration files is not as it should be; false in a site without one. */
export function isListStale(root: string): boolean {
  const text = readIn(root, autoloadList);
  return text !== undefined && text.replaceAll('\r\n', '\n') !== listOf(root);
}

/**
 * Writes the list of a site's configuration files where it is stale.
 *
 * @returns its path, relative to the site, when it was written
 */
export function refreshList(root: string): string | undefined {
  if (!isListStale(root)) return undefined;
  replaceFile(join(root, autoloadList), listOf(root));
  return autoloadList;
}

function listOf(root: string): string {
  const folder = join(root, autoloadFolder);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return autoloadListOf(names, existsSync(join(root, 'config', 'providers.ts')));
}
