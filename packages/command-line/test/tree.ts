import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

// The journal, the token of the development tools, and packages.
const notOfTheTree = new Set([join('data', '.fw'), join('.fw', 'dev'), 'node_modules']);

/** Every file of a project, with its bytes, except for the files of a development server. */
export async function treeOf(project: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(project, path);
      if (notOfTheTree.has(name)) continue;
      files.set(name, entry.isDirectory() ? 'a folder' : (await readFile(path)).toString('base64'));
      if (entry.isDirectory()) await walk(path);
    }
  };
  await walk(project);
  return files;
}

/** Restores a project, and removes files that were added. */
export async function restoreTree(project: string, before: ReadonlyMap<string, string>): Promise<void> {
  const now = await treeOf(project);
  for (const path of now.keys()) {
    if (!before.has(path)) await rm(join(project, path), { recursive: true, force: true });
  }
  for (const [path, content] of before) {
    if (now.get(path) !== content) await writeFile(join(project, path), Buffer.from(content, 'base64'));
  }
}
