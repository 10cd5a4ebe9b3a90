import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { cacheFolder } from '../support/cache-folder.ts';
import type { Report } from './report.ts';

const root = join(import.meta.dirname, '..', '..');

/** The folder of installations that only tests with the tag `full` use: it outlives a test run. */
export const folder: string = join(cacheFolder, 'runtimes');
/** Where workerd is installed, which `npm test` uses too. */
export const workerdFolder: string = join(cacheFolder, 'workerd');

export interface Runtime {
  readonly name: string;
  /** With its version, if it is known. */
  label(): Promise<string>;
  readonly binary: string;
  /** The arguments before the file of a program. */
  readonly args: readonly string[];
  /** The value of `server.engine` for the programs that call `run()`; that of the runtime when absent. */
  readonly engine?: 'native' | 'node';
  /** The reason why it can't be used; checked each time, because it may be installed meanwhile. */
  readonly absent: string | undefined;
  /** The tags of the tests that use it. */
  readonly tags: string[];
}

const exe = process.platform === 'win32' ? '.exe' : '';

/** For example, `1.4`, without the patch version. Undefined if it is not installed. */
async function versionOf(directory: string): Promise<string | undefined> {
  const file = join(directory, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : /^\d+\.\d+/.exec(JSON.parse(text).version)?.[0];
}

/** The npm package with the binary for this machine. */
function installed(
  name: string,
  key: string,
  path: string,
  {
    args = [],
    place = folder,
    engine,
  }: {
    readonly args?: readonly string[];
    readonly place?: string;
    readonly engine?: NonNullable<Runtime['engine']>;
  } = {},
): Runtime {
  const directory = `${key}-${process.platform}-${process.arch}`;
  const installation = join(place, 'node_modules', directory);
  const binary = join(installation, `${path}${exe}`);
  return {
    name,
    label: async () => (/\d/.test(name) ? name : `${name} ${await versionOf(installation)}`),
    binary,
    args,
    ...(engine !== undefined && { engine }),
    tags: place === folder ? ['full'] : [],
    get absent() {
      return existsSync(binary) ? undefined : `npm could not install ${directory} (test/runtimes)`;
    },
  };
}

/** The Node that runs the tests. */
export const CURRENT: Runtime = {
  name: 'Node 20',
  label: async () => 'Node 20',
  binary: process.execPath,
  args: [],
  tags: [],
  absent: process.version.startsWith('v20.') ? undefined : `the tests are run by Node ${process.version}`,
};

/** The runtimes that resolve packages themselves. */
export const MODULE_RUNTIMES: readonly Runtime[] = [
  CURRENT,
  installed('Node 24', 'node-24', 'bin/node'),
  installed('Node 26', 'node-26', 'bin/node'),
  installed('Bun', 'bun', 'bin/bun'),
  installed('Deno', 'deno', 'deno', { args: ['run', '--allow-all'] }),
];

/** The runtimes with the default engine, and Bun and Deno with the other engine. */
export const SERVING_RUNTIMES: readonly Runtime[] = [
  ...MODULE_RUNTIMES,
  installed('Bun by node:http', 'bun', 'bin/bun', { engine: 'node' }),
  installed('Deno, native', 'deno', 'deno', { args: ['run', '--allow-all'], engine: 'native' }),
];

/** The environment of a program that calls `run()`. */
export function engineOf({ engine }: Runtime): Readonly<Record<string, string>> {
  return engine === undefined ? {} : { ENGINE: engine };
}

export const workerd: Runtime = installed('workerd', 'workerd', 'bin/workerd', {
  place: workerdFolder,
});

/** The runtimes that are installed for the tests with the tag `full`. */
export const OTHER_RUNTIMES: readonly Runtime[] = MODULE_RUNTIMES.filter((runtime) => runtime !== CURRENT);

/** As in an app outside tests, where `loadConfig` reads other files. */
export const PLAIN: Readonly<Record<string, string>> = { NO_COLOR: '1', NODE_ENV: '' };

/** The output of a program of `programs/`, parsed as JSON. */
export async function runProgram(runtime: Runtime, program: string): Promise<Report> {
  const { binary, args } = runtime;
  const file = join(import.meta.dirname, 'programs', program);
  const { stdout } = await execa(binary, [...args, file], {
    cwd: root,
    timeout: 150_000,
    env: { ...PLAIN, ...engineOf(runtime) },
  });
  return JSON.parse(stdout.split('\n').at(-1) ?? '');
}
