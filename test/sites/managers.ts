import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { MODULE_RUNTIMES } from '../runtimes/runtimes.ts';
import type { Installation } from './installation.ts';

/** A program that installs a project, and runs it. */
export interface Manager {
  /** The command for a test. */
  readonly title: string;
  /** The command that a user types. */
  readonly name: string;
  /** The package that npx fetches; without it, the runtime of this name, which the tests have. */
  readonly spec?: string;
  readonly lock: string;
  /** The command that creates a project, before the folder. */
  readonly create: readonly string[];
  /** The target that it is tested with. */
  readonly target: 'node' | 'bun' | 'deno';
  /** The command that runs a script of the project. */
  readonly run: string;
  /**
   * Whether everything is tested in the project, or only serving, because node_modules has the layout of npm or of another
   * manager.
   */
  readonly tries: boolean;
}

const byNpx = { create: ['create', 'fw-app'], target: 'node', run: 'run' } as const;

export const managers: readonly Manager[] = [
  { ...byNpx, title: 'pnpm 10', tries: false, name: 'pnpm', spec: 'pnpm@10', lock: 'pnpm-lock.yaml' },
  // Fails for an install script without a decision whether it may run.
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
  /** The whole output. */
  readonly all: string;
}

/** Runs package managers on a registry, with their own home folder. */
export class Managers {
  /** The environment of a command. */
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
      // Where yarn 1 requests packages, and where it installs the program that "create" runs: otherwise beside Node's own.
      yarn_registry: url,
      npm_config_prefix: folder,
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      // In CI it creates no lock file by default, and installs no package of today.
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      NPM_CONFIG_REGISTRY: url,
      // Deno installs no package that was published within a day.
      npm_config_min_release_age: '0',
      PATH: [this.#bin, process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      CI: 'true',
    };
  }

  /** The reason why a package manager is not available; undefined if it is. */
  async absent({ title, spec }: Manager): Promise<string | undefined> {
    if (spec !== undefined) {
      const found = await execa('npm', ['view', spec, 'name'], { env: this.#registry, reject: false });
      return found.failed ? `${spec} is not in the registry` : undefined;
    }
    const runtime = MODULE_RUNTIMES.find(({ name }) => name === title);
    return runtime === undefined ? `${title} is not known` : runtime.absent;
  }

  /** Writes yarn 1's settings and puts the available runtimes on the PATH. */
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
