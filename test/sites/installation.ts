import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { installRuntimes } from '../runtimes/installation.ts';
import { createFwApp } from '../support/commands.ts';
import { cacheFolder } from '../support/cache-folder.ts';
import { inBackground } from '../support/in-background.ts';
import { pack } from './pack.ts';
import { type Registry, startRegistry } from './registry.ts';

/** The packages that test projects use. */
export interface Installation {
  /** The folder `node_modules`, absolute. */
  readonly modules: string;
  /** Environment variables with the packed packages of this checkout. */
  readonly specs: Readonly<Record<string, string>>;
  /** The environment of a command that uses a registry with the packages of this checkout. */
  readonly registry: Registry['env'];
}

export async function scaffold(
  project: string,
  flags: readonly string[],
  specs: Installation['specs'],
): Promise<void> {
  const args = [createFwApp, project, ...flags, '--yes', '--no-install', '--no-git'];
  await execa(process.execPath, args, { env: specs });
}

async function packagesOf(project: string): Promise<Readonly<Record<string, string>>> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
}

const schemaLibraries = new Set(['zod', 'valibot', '@valibot/to-json-schema', 'arktype']);

type Fields = 'bin' | 'dependencies' | 'peerDependencies' | 'peerDependenciesMeta' | 'devDependencies';

type Manifest = Readonly<Record<Fields, Readonly<Record<string, string>>>>;

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(process.cwd(), 'packages', name, 'package.json'), 'utf8'));
}

/** Starts the installation; the tests of packages run meanwhile. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-sites-'));
  let registry: Promise<Registry> | undefined;
  const ended = await inBackground(project, async () => {
    const tarballs = await pack(join(folder, 'packed'));
    await mkdir(join(folder, 'registry'));
    registry = startRegistry(join(folder, 'registry'), tarballs);
    const installing = installInto(folder, tarballs, project);
    const [{ env }, installed] = await Promise.all([registry, installing]);
    return { ...installed, registry: env };
  });
  return async () => {
    await ended();
    const started = await registry?.catch(() => undefined);
    await started?.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Installs once, for all tests of projects: the dependencies of projects with every router on Node and for Workers, fw-middleware
 * with its peers, the schema libraries, and the runtimes.
 *
 * @param tarballs the packed packages of this checkout, absolute
 */
async function installInto(
  folder: string,
  tarballs: readonly string[],
  project: TestProject,
): Promise<Omit<Installation, 'registry'>> {
  const specOf = (name: string): string =>
    pathToFileURL(tarballs.find((file) => file.includes(`${name}-`)) ?? name).href;
  const specs = { FW_RUNTIME_SPEC: specOf('fw-runtime') };
  const created = Object.entries({
    site: [],
    router: ['--router', 'find-my-way'],
    express: ['--router', 'path-to-regexp'],
    worker: ['--target', 'workers', '--router', 'rou3'],
  });
  await Promise.all(
    created.map(([name, flags]) => scaffold(join(folder, name), ['--variant', 'b', ...flags], specs)),
  );
  const { peerDependencies } = await manifestOf('middleware');
  const { peerDependencies: plop } = await manifestOf('cli');
  const { peerDependencies: queues } = await manifestOf('jobs');
  const { devDependencies } = await manifestOf('runtime');
  const schemas = Object.entries(devDependencies).filter(([name]) => schemaLibraries.has(name));
  // Except for wrangler, which is large, and which no test runs.
  const { wrangler: _, ...packages }: Readonly<Record<string, string>> = {
    ...peerDependencies,
    ...plop,
    ...queues,
    kysely: '^0.28.18',
    libsql: '^0.5.29',
    pg: '^8.23.1',
    ...Object.fromEntries(schemas),
    'fw-middleware': specOf('fw-middleware'),
    'fw-jobs': specOf('fw-jobs'),
    ...(await packagesOf(join(folder, 'router'))),
    ...(await packagesOf(join(folder, 'express'))),
    ...(await packagesOf(join(folder, 'worker'))),
    ...(await packagesOf(join(folder, 'site'))),
  };
  const modules = join(folder, 'node_modules');
  const [installed] = await Promise.all([installedModules(packages), installRuntimes(project)]);
  await putTogether(modules, installed, tarballs);
  return { modules, specs };
}

const kept = join(cacheFolder, 'sites');

/**
 * Installs packages in the user's cache directory, unless an earlier run did.
 *
 * @returns the folder `node_modules`, which has the packages of the checkout that installed it
 */
async function installedModules(packages: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(kept, await keyOf(packages));
  if (await isWhole(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
    return join(folder, 'node_modules');
  }
  await mkdir(kept, { recursive: true });
  await removeUnused();
  const made = await mkdtemp(join(kept, 'new-'));
  const manifest = { private: true, dependencies: packages };
  await writeFile(join(made, 'package.json'), JSON.stringify(manifest));
  await execa('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: made });
  // A broken installation is moved away, but its files stay while another process may use them.
  if (!(await isWhole(folder))) await rename(folder, `${made}-broken`).catch(() => {});
  try {
    await rename(made, folder);
  } catch {
    // Another run was faster.
    await rm(made, { recursive: true });
  }
  return join(folder, 'node_modules');
}

/** A hash of everything that determines the installed packages. */
async function keyOf(packages: Readonly<Record<string, string>>): Promise<string> {
  const external = Object.entries(packages).filter(([, spec]) => !spec.startsWith('file:'));
  const own = await Promise.all(
    ['runtime', 'middleware', 'devtools', 'cli', 'create-fw-app'].map(async (name) => {
      const { dependencies, peerDependencies, peerDependenciesMeta, bin } = await manifestOf(name);
      return { dependencies, peerDependencies, peerDependenciesMeta, bin };
    }),
  );
  const { platform, arch, version } = process;
  const decides = { external: external.toSorted(), own, platform, arch, version };
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex').slice(0, 16);
}

/** Whether every package that npm installed is still there. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    const lock = await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: object };
    return Object.keys(packages).every((path) => existsSync(join(folder, path, 'package.json')));
  } catch {
    return false;
  }
}

/** Removes installations that no run has used for a week. */
async function removeUnused(): Promise<void> {
  const week = 7 * 24 * 60 * 60 * 1000;
  for (const name of await readdir(kept)) {
    // Another run may be removing it too.
    const found = await stat(join(kept, name)).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < week) continue;
    await rm(join(kept, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Creates a folder `node_modules` of links to installed packages, but with the packages of this checkout. */
async function putTogether(modules: string, installed: string, tarballs: readonly string[]): Promise<void> {
  const own = new Map(tarballs.map((file) => [basename(file).replace(/-\d.*/, ''), file]));
  await mkdir(modules);
  for (const name of await readdir(installed)) {
    const [from, to] = [join(installed, name), join(modules, name)];
    const tarball = own.get(name);
    // The links of .bin point to the packages beside them, as here.
    if (name === '.bin') await cp(from, to, { recursive: true, verbatimSymlinks: true });
    else if (tarball !== undefined) {
      await mkdir(to);
      await execa('tar', ['-xzf', basename(tarball), '--strip-components=1', '-C', to], {
        cwd: dirname(tarball),
      });
      // npm makes the commands of a package executable when it installs the package.
      const manifest = JSON.parse(await readFile(join(to, 'package.json'), 'utf8')) as Partial<Manifest>;
      for (const command of Object.values(manifest.bin ?? {})) await chmod(join(to, command), 0o755);
      const nested = join(from, 'node_modules');
      if (existsSync(nested)) await symlink(nested, join(to, 'node_modules'), 'junction');
    } else if (!name.startsWith('.')) await symlink(from, to, 'junction');
  }
}
