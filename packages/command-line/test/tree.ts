import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

// The journal, the token of the development tools, and packages.
const notOfTheTree = new Set([join('data', '.fw'), join('.fw', 'dev'), 'node_modules']);

/** Every file of a project, with its bytes, but what a server in development keeps. */
export async function treeOf(site: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(site, path);
      if (notOfTheTree.has(name)) continue;
      files.set(name, entry.isDirectory() ? 'a folder' : (await readFile(path)).toString('base64'));
      if (entry.isDirectory()) await walk(path);
    }
  };
  await walk(site);
  return files;
}

/** Puts a site back to how it was, and removes what has come since. */
export async function restoreTree(site: string, before: ReadonlyMap<string, string>): Promise<void> {
  const now = await treeOf(site);
  for (const path of now.keys()) {
    if (!before.has(path)) await rm(join(site, path), { recursive: true, force: true });
  }
  for (const [path, content] of before) {
    if (now.get(path) !== content) await writeFile(join(site, path), Buffer.from(content, 'base64'));
  }
}
