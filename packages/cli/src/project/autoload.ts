import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AUTOLOAD_FOLDER, AUTOLOAD_LIST, autoloadListOf } from '#command-line/autoload-list';
import { readIn, replaceFile } from './files.ts';

/** Whether the list of a project's configuration files is out of date; false in a project without one. */
export function isListStale(root: string): boolean {
  const text = readIn(root, AUTOLOAD_LIST);
  return text !== undefined && text.replaceAll('\r\n', '\n') !== listOf(root);
}

/**
 * Writes the list of a project's configuration files if it is stale.
 *
 * @returns its path, relative to the project, when it was written
 */
export function refreshList(root: string): string | undefined {
  if (!isListStale(root)) return undefined;
  replaceFile(join(root, AUTOLOAD_LIST), listOf(root));
  return AUTOLOAD_LIST;
}

function listOf(root: string): string {
  const folder = join(root, AUTOLOAD_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return autoloadListOf(names, existsSync(join(root, 'config', 'providers.ts')));
}
