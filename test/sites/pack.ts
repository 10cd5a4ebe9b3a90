import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Packs this checkout's packages into a folder, as for publishing; returns the absolute paths of the files.
 */
export async function pack(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await execa('npm', ['pack', '--workspaces', '--pack-destination', folder]);
  return (await readdir(folder)).map((file) => join(folder, file));
}
