import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '#command-line/errors';
import type { ProjectFolder } from './project-folder.ts';
import type { ProjectFiles } from './template-set.ts';

/**
 * Creates a project: all of it, or nothing.
 *
 * The files are first written to a temporary folder and then moved into place; existing files in the way are moved
 * aside before and deleted afterwards. When a step fails or `signal` is aborted, everything that was created is
 * removed again, including parents of the target, and moved files are restored.
 *
 * @param target as `resolveFolder` returned it
 * @throws Error naming what failed; the signal's reason when it was aborted
 */
export async function scaffold(
  target: ProjectFolder,
  files: ProjectFiles,
  signal?: AbortSignal,
): Promise<void> {
  const staging = besideOrInside(target, 'new');
  const aside = besideOrInside(target, 'old');
  const createdParents: string[] = [];
  const moved: string[] = [];
  try {
    for (const parent of target.missingParents) {
      await mkdir(parent);
      createdParents.unshift(parent);
    }
    await mkdir(staging);
    await writeAll(staging, files, signal);
    signal?.throwIfAborted();
    if (!target.exists) return await rename(staging, target.path);
    await moveAside(target, aside);
    for (const entry of await readdir(staging)) {
      const place = join(target.path, entry);
      await rename(join(staging, entry), place);
      moved.push(place);
    }
    await rmdir(staging);
  } catch (error) {
    for (const temporary of [staging, ...moved]) await rm(temporary, { recursive: true, force: true });
    await putBack(target, aside);
    // Not recursive: files added by others in the meantime stay.
    for (const parent of createdParents) await rmdir(parent).catch(() => undefined);
    throw error;
  }
  await rm(aside, { recursive: true, force: true }).catch((cause: unknown) => {
    const sentence = 'The project is in place, but the previous files could not be deleted: remove';
    throw new CommandError(`${sentence} ${aside}.`, { cause });
  });
}

async function writeAll(folder: string, files: ProjectFiles, signal?: AbortSignal): Promise<void> {
  for (const [path, content] of files) {
    signal?.throwIfAborted();
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: isProgram(content) ? 0o777 : 0o666 });
  }
}

/** Whether a file is executable. Packages of npm don't keep the modes of their templates. */
function isProgram(content: Uint8Array): boolean {
  return content[0] === 0x23 && content[1] === 0x21;
}

async function moveAside({ path, inTheWay }: ProjectFolder, aside: string): Promise<void> {
  if (inTheWay.length === 0) return;
  await mkdir(aside);
  for (const entry of inTheWay) await rename(join(path, entry), join(aside, entry));
}

async function putBack({ path }: ProjectFolder, aside: string): Promise<void> {
  const entries = await readdir(aside).catch(() => undefined);
  if (entries === undefined) return;
  for (const entry of entries) await rename(join(aside, entry), join(path, entry));
  await rmdir(aside);
}

/**
 * Beside a target that doesn't exist yet, so that one rename creates it; inside an existing target, because it may be
 * a mount point, and files can't be renamed across file systems.
 */
function besideOrInside({ path, exists }: ProjectFolder, kind: 'new' | 'old'): string {
  const name = `.fw-${randomBytes(4).toString('hex')}.${kind}`;
  return join(exists ? path : dirname(path), name);
}
