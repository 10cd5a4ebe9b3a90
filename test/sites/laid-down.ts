import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { pack } from './pack.ts';

const dist = join(process.cwd(), 'packages', 'create-fw-app', 'dist');

/** The `fw` command, compiled. */
export const fw: string = join(dist, 'fw', 'cli.js');

/**
 * Lays sites down beside one installation, which has no more than what they ask for.
 *
 * @param folder an empty one
 * @param sites what to call each, and its flags
 */
export async function layDown(
  folder: string,
  sites: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const into = join(folder, 'packed');
  await mkdir(into);
  const tarballs = await pack(into);
  const specOf = (name: string): string =>
    pathToFileURL(tarballs.find((file) => file.includes(`${name}-`)) ?? name).href;
  const env = { FW_RUNTIME_SPEC: specOf('fw-runtime'), FW_CREATE_SPEC: specOf('create-fw-app') };
  const dependencies: Record<string, string> = {};
  for (const [name, flags] of Object.entries(sites)) {
    const args = [join(folder, name), ...flags, '--yes', '--no-install', '--no-git'];
    await execa(process.execPath, [join(dist, 'cli.js'), ...args], { env });
    const manifest = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'));
    Object.assign(dependencies, manifest.dependencies, manifest.devDependencies);
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await execa('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder });
}

/** Every file of a site but the journal, with its bytes. */
export async function treeOf(site: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(site, path);
    if (name.startsWith(join('data', '.fw')) || name.startsWith('node_modules')) continue;
    files.set(name, entry.isDirectory() ? 'a folder' : (await readFile(path)).toString('base64'));
  }
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
