import { mkdir, mkdtemp, readFile, rename, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { pack } from '../sites/pack.ts';
import { folder as cache } from './runtimes.ts';

const root = join(import.meta.dirname, '..', '..');

/** A folder where `fw-runtime` is installed as it would be published, and where its tarballs lie. */
export interface Installed {
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** @param more packages that are linked beside those on which fw-runtime stands */
export async function installPacked(more: readonly string[]): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-consumer-'));
  const tarballs = await pack(join(folder, 'packed'));
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  const tarball = tarballs.find((file) => file.includes('fw-runtime-')) ?? '';
  await execa('tar', ['-xzf', tarball, '-C', modules]);
  await rename(join(modules, 'package'), join(modules, 'fw-runtime'));
  const manifest = await readFile(join(modules, 'fw-runtime', 'package.json'), 'utf8');
  for (const name of [...Object.keys(JSON.parse(manifest).dependencies), ...more]) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    const places = [join(root, 'packages/runtime'), root, cache].map((place) =>
      join(place, 'node_modules', name),
    );
    const found = places.find((path) => existsSync(path));
    if (found !== undefined) await symlink(found, join(modules, name), 'junction');
  }
  return { folder, tarballs };
}
