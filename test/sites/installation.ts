import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { installRuntimes } from '../runtimes/installation.ts';
import { inBackground } from '../support/in-background.ts';
import { pack } from './pack.ts';
import { type Registry, startRegistry } from './registry.ts';

/** What sites are laid down with. */
export interface Installation {
  /** The folder `node_modules`, absolute. */
  readonly modules: string;
  /** Environment variables that name the packed packages of this checkout. */
  readonly specs: Readonly<Record<string, string>>;
  /** What a command needs in its environment to use a registry that has the packages of this checkout. */
  readonly registry: Registry['env'];
}

export const dist: string = join(process.cwd(), 'packages', 'create-fw-app', 'dist');

export async function scaffold(
  site: string,
  flags: readonly string[],
  specs: Installation['specs'],
): Promise<void> {
  const args = [join(dist, 'cli.js'), site, ...flags, '--yes', '--no-install', '--no-git'];
  await execa(process.execPath, args, { env: specs });
}

async function packagesOf(site: string): Promise<Readonly<Record<string, string>>> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(site, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
}

const schemaLibraries = new Set(['zod', 'valibot', '@valibot/to-json-schema', 'arktype']);

async function manifestOf(
  name: string,
): Promise<Readonly<Record<'peerDependencies' | 'devDependencies', Readonly<Record<string, string>>>>> {
  return JSON.parse(await readFile(join(process.cwd(), 'packages', name, 'package.json'), 'utf8'));
}

/** Begins the installation; the tests of packages run meanwhile. */
export default async function begin(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-sites-'));
  let registry: Registry | undefined;
  const ended = await inBackground(project, async () => {
    const tarballs = await pack(join(folder, 'packed'));
    await mkdir(join(folder, 'registry'));
    registry = await startRegistry(join(folder, 'registry'), tarballs);
    return { ...(await installInto(folder, tarballs, project)), registry: registry.env };
  });
  return async () => {
    await ended();
    await registry?.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Installs once, for all tests of sites, what sites of all routers ask for on Node and for Workers, fw-middleware with what it may need, the
 * libraries of schemas, and the runtimes.
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
  const specs = { FW_RUNTIME_SPEC: specOf('fw-runtime'), FW_CREATE_SPEC: specOf('create-fw-app') };
  const laidDown = Object.entries({
    site: [],
    router: ['--router', 'find-my-way'],
    worker: ['--target', 'workers', '--router', 'rou3'],
  });
  await Promise.all(
    laidDown.map(([name, flags]) => scaffold(join(folder, name), ['--variant', 'b', ...flags], specs)),
  );
  const { peerDependencies } = await manifestOf('middleware');
  const { devDependencies } = await manifestOf('runtime');
  const schemas = Object.entries(devDependencies).filter(([name]) => schemaLibraries.has(name));
  // But for wrangler, which is large, and which no test runs.
  const { wrangler: _, ...packages }: Readonly<Record<string, string>> = {
    ...peerDependencies,
    'better-sqlite3': '^12.11.1',
    '@types/better-sqlite3': '^7.6.13',
    kysely: '^0.28.18',
    ...Object.fromEntries(schemas),
    'fw-middleware': specOf('fw-middleware'),
    ...(await packagesOf(join(folder, 'router'))),
    ...(await packagesOf(join(folder, 'worker'))),
    ...(await packagesOf(join(folder, 'site'))),
  };
  const manifest = { private: true, dependencies: packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await Promise.all([
    execa('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder }),
    installRuntimes(project),
  ]);
  return { modules: join(folder, 'node_modules'), specs };
}
