import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FW_FILE, fwFileFor, fwScriptOf } from '#command-line/fw-file';
import { addScript } from '../edit/manifest-edit.ts';
import { readIn, replaceFile } from './files.ts';
import type { Project } from './project.ts';

/** Whether nothing in the root has the name of the file. */
export function isFwFileMissing(root: string): boolean {
  return lstatSync(join(root, FW_FILE), { throwIfNoEntry: false }) === undefined;
}

/**
 * Writes the file to a project that was created without it, and the script `fw`, if it is missing.
 *
 * @returns the written files; none if something in the root has the name of the file already
 */
export function writeFwFile({ root, target, packageManager }: Project): {
  readonly path: string;
  readonly action: 'made' | 'edited';
}[] {
  if (!isFwFileMissing(root)) return [];
  writeFileSync(join(root, FW_FILE), fwFileFor(packageManager), { mode: 0o777, flag: 'wx' });
  const [path, scripts] = target === 'deno' ? ['deno.json', 'tasks'] : ['package.json', 'scripts'];
  const before = readIn(root, path);
  if (before === undefined || hasScript(before, scripts)) return [{ path: FW_FILE, action: 'made' }];
  replaceFile(join(root, path), addScript(before, FW_FILE, fwScriptOf(target), path, scripts));
  return [
    { path: FW_FILE, action: 'made' },
    { path, action: 'edited' },
  ];
}

function hasScript(text: string, scripts: string): boolean {
  const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<
    Record<string, Readonly<Record<string, unknown>> | undefined>
  >;
  return manifest[scripts]?.[FW_FILE] !== undefined;
}
