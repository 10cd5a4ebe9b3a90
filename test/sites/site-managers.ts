import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { MODULE_RUNTIMES } from '../runtimes/runtimes.ts';
import type { Installation } from './installation.ts';

/** What installs a site, and runs it. */
export interface Manager {
  /** As a test calls it. */
  readonly title: string;
  /** As it is typed. */
  readonly name: string;
  /** What npx fetches; without it, the runtime of this name, which the tests have. */
  readonly spec?: string;
  readonly lock: string;
  /** What lays a site down, before the folder. */
  readonly create: readonly string[];
  /** Which target of a site it is tried with. */
  readonly target: 'node' | 'bun' | 'deno';
  /** What runs a script of the site. */
  readonly run: string;
  /** Whether all is tried in the site, or it is served only, because node_modules is as npm or another one makes it. */
  readonly tries: boolean;
}

const byNpx = { create: ['create', 'fw-app'], target: 'node', run: 'run' } as const;

export const managers: readonly Manager[] = [
  { ...byNpx, title: 'pnpm 10', tries: false, name: 'pnpm', spec: 'pnpm@10', lock: 'pnpm-lock.yaml' },
  // Fails for an install script of which it is not told whether it may run.
  { ...byNpx, title: 'pnpm 12', tries: true, name: 'pnpm', spec: 'pnpm@12', lock: 'pnpm-lock.yaml' },
  { ...byNpx, title: 'yarn 1', tries: false, name: 'yarn', spec: 'yarn@1', lock: 'yarn.lock' },
  { ...byNpx, title: 'yarn 4', tries: false, name: 'yarn', spec: '@yarnpkg/cli-dist@4', lock: 'yarn.lock' },
  {
    ...byNpx,
    title: 'Bun',
    tries: true,
    name: 'bun',
    lock: 'bun.lock',
    target: 'bun',
  },
  {
    title: 'Deno',
    tries: true,
    name: 'deno',
    lock: 'deno.lock',
    create: ['run', '--allow-all', 'npm:create-fw-app'],
    target: 'deno',
    run: 'task',
  },
];

export interface Ended {
  readonly exitCode: number | undefined;
  /** Everything that was printed. */
  readonly all: string;
}

/** Runs package managers on a registry, with a home of their own for what they keep and make. */
export class Managers {
  /** What a command needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly #registry: Installation['registry'];
  readonly #folder: string;
  readonly #bin: string;

  /** @param folder an empty one */
  constructor(folder: string, registry: Installation['registry']) {
    this.#registry = registry;
    this.#folder = folder;
    this.#bin = join(folder, 'bin');
    const { npm_config_registry: url = '', ...npm } = registry;
    this.env = {
      ...npm,
      npm_config_registry: url,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
      // What yarn 1 asks for packages, and where it puts the program that "create" runs: else beside Node's own.
      yarn_registry: url,
      npm_config_prefix: folder,
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      // In CI it makes no lock file of its own accord, and takes no package of today.
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      NPM_CONFIG_REGISTRY: url,
      // Deno takes none that was published within a day.
      npm_config_min_release_age: '0',
      PATH: [this.#bin, process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      CI: 'true',
    };
  }

  /** Why a package manager cannot be had; undefined when it can. */
  async absent({ title, spec }: Manager): Promise<string | undefined> {
    if (spec !== undefined) {
      const found = await execa('npm', ['view', spec, 'name'], { env: this.#registry, reject: false });
      return found.failed ? `${spec} is not in the registry` : undefined;
    }
    const runtime = MODULE_RUNTIMES.find(({ name }) => name === title);
    return runtime === undefined ? `${title} is not known` : runtime.absent;
  }

  /** Writes the settings of yarn 1, and puts the runtimes that can be had on the PATH. */
  async prepare(): Promise<void> {
    await mkdir(this.#bin, { recursive: true });
    // For yarn 1 on a busy machine; yarn 4 has a file of another name.
    await writeFile(join(this.#folder, '.yarnrc'), 'network-timeout 300000\n');
    for (const { name, binary, absent } of MODULE_RUNTIMES) {
      if (absent !== undefined || !['Bun', 'Deno'].includes(name)) continue;
      await symlink(binary, join(this.#bin, name.toLowerCase()));
    }
  }

  async through({ name, spec }: Manager, args: readonly string[], cwd: string): Promise<Ended> {
    const [command, ...first] = spec === undefined ? [name] : ['npx', '--yes', spec];
    const { exitCode, all } = await execa(command, [...first, ...args], {
      cwd,
      env: this.env,
      stdin: 'ignore',
      all: true,
      reject: false,
    });
    return { exitCode, all };
  }
}
