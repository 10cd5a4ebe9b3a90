import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Manifest, MANIFEST_PATH } from '../src/manifest.ts';

/** An empty folder that is removed after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'create-fw-app-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, given by their paths relative to `folder`. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Every path below a folder, folders included, in order. */
export async function listing(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).toSorted();
}

/** What a site says that it was laid down as. */
export async function readManifest(site: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(site, MANIFEST_PATH), 'utf8'));
}
