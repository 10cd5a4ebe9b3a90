import { mkdir, mkdtemp, readFile, rename, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { pack } from '../sites/pack.ts';
import { folder as cache } from './runtimes.ts';

const root = join(import.meta.dirname, '..', '..');

/** A folder where the packages are installed as published, and the tarballs. */
export interface Installed {
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** @param more packages that are linked beside the dependencies of ours */
export async function installPacked(more: readonly string[]): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-consumer-'));
  const tarballs = await pack(join(folder, 'packed'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  const needed = new Set(more);
  for (const tarball of tarballs) {
    await execa('tar', ['-xzf', tarball, '-C', modules]);
    const manifest = await readFile(join(modules, 'package', 'package.json'), 'utf8');
    const { name, dependencies = {} } = JSON.parse(manifest) as {
      readonly name: string;
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    await rename(join(modules, 'package'), join(modules, name));
    for (const dependency of Object.keys(dependencies)) needed.add(dependency);
  }
  for (const name of needed) {
    if (existsSync(join(modules, name))) continue;
    await mkdir(dirname(join(modules, name)), { recursive: true });
    const places = [join(root, 'packages/runtime'), root, cache].map((place) =>
      join(place, 'node_modules', name),
    );
    const found = places.find((path) => existsSync(path));
    if (found !== undefined) await symlink(found, join(modules, name), 'junction');
  }
  return { folder, tarballs };
}
