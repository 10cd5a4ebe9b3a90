import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { callFw, type Ended } from '../../../../test/sites/call-fw.ts';
import type { Inspect } from '../../src/project/inspection.ts';
import { completeChoices, readOptions } from '../../../create-fw-app/src/options.ts';
import { createPlan } from '../../../create-fw-app/src/plan.ts';
import { scaffold } from '../../../create-fw-app/src/scaffold.ts';
import { resolveFolder } from '../../../create-fw-app/src/project-folder.ts';
import { restoreTree, treeOf } from '../../../command-line/test/tree.ts';
import { outdated, Recording } from './recording.ts';

export const routesFile = 'config/autoload/routes.global.ts';

/** The project that the tests of a file call `fw` in. */
export interface Project {
  /** The folder that contains the project and its packages. */
  readonly folder: string;
  readonly cwd: string;
  /** The project's files at the start of each test. */
  readonly before: ReadonlyMap<string, string>;
  /** Calls `fw` in the project. */
  run(args: readonly string[]): Promise<Ended>;
  generate(...args: string[]): Promise<Ended>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  expectUnchanged(): Promise<void>;
}

/** How the project of a test file is created. */
export interface ProjectOptions {
  /** Creates the project `my site` in a folder, with its packages. */
  create(folder: string): Promise<void>;
  /** How `fw` inspects the project; in a process when absent. */
  inspect?(folder: string): Inspect;
  /** The expected output. */
  readonly recording?: Recording;
}

/** A project of variant B that the tests of a file share. Each test starts with its original files. */
export function projectOf({ create, inspect, recording }: ProjectOptions): Project {
  let [folder, cwd] = ['', ''];
  let before: ReadonlyMap<string, string> = new Map();
  const run = (args: readonly string[]): Promise<Ended> => callFw(cwd, args, inspect?.(folder));

  // A folder with a space in its name, to find missing quotes.
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'fw-command-')));
    await create(folder);
    cwd = join(folder, 'my site');
  });
  beforeEach(async () => {
    before = await treeOf(cwd);
  });
  afterEach(async () => {
    await restoreTree(cwd, before);
    const [looks, recorded] = recording?.looksAndRecorded() ?? [];
    // oxlint-disable-next-line vitest/no-standalone-expect
    expect(looks, outdated).toEqual(recorded);
  });
  afterAll(async () => {
    recording?.write();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get folder() {
      return folder;
    },
    get cwd() {
      return cwd;
    },
    get before() {
      return before;
    },
    run,
    generate: (...args) => run(['generate', ...args]),
    read: (path) => readFile(join(cwd, path), 'utf8'),
    write: (path, text) => writeFile(join(cwd, path), text),
    expectUnchanged: async () => expect(await treeOf(cwd)).toEqual(before),
  };
}

/** Packages treated as installed, by their manifests. */
const packages: Readonly<Record<string, object>> = {
  // Generators parse paths with the framework.
  'fw-runtime': { exports: { './a': './src/a/index.ts' } },
  'fw-devtools': { exports: { '.': './src/index.ts' } },
  'fw-middleware': {},
  '@scalar/fastify-api-reference': {},
  zod: {},
  valibot: {},
  '@valibot/to-json-schema': {},
  arktype: {},
};
const sourceOf = (name: string): string => join(import.meta.dirname, '..', '..', '..', name, 'src');

/** A project in which nothing is installed: its inspections are recorded. */
export function recordedProject(name: string): Project {
  const recording = new Recording(name);
  return projectOf({
    recording,
    async create(folder) {
      const { answers } = readOptions(['my site', '--variant', 'b', '--no-install', '--no-git']);
      const context = {
        resolveFolder: (directory: string) => resolveFolder(directory, folder),
        packageManager: 'npm',
      } as const;
      const asking = { terminal: undefined, yes: true, signal: new AbortController().signal };
      const { choices, files } = await createPlan(await completeChoices(answers, context, asking));
      await scaffold(choices.folder, files);
      const modules = join(folder, 'node_modules');
      for (const [name, manifest] of Object.entries(packages)) {
        await mkdir(join(modules, name), { recursive: true });
        await writeFile(join(modules, name, 'package.json'), JSON.stringify({ name, ...manifest }));
      }
      for (const name of ['runtime', 'devtools']) {
        await symlink(sourceOf(name), join(modules, `fw-${name}`, 'src'), 'junction');
      }
    },
    inspect: (folder) => recording.replayed(folder),
  });
}
