import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { callFw, type Ended } from '../call-fw.ts';
import { fw, layDown, restoreTree, treeOf } from '../laid-down.ts';

export type { Ended };

export const routesFile = 'config/autoload/routes.global.ts';
/** What the site is laid down in, with its installation. */
export let folder: string;
/** The folder of the site. */
export let cwd: string;
/** The files of the site as each test finds them. */
export let before: Map<string, string>;

/** Calls `fw` in the site. */
export function run(args: readonly string[]): Promise<Ended> {
  return callFw(cwd, args);
}

/** Runs `fw` in the site as a program of its own, for what only that shows. */
export async function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const {
    exitCode = -1,
    stdout,
    stderr,
  } = await execa(process.execPath, [fw, ...args], { cwd, env, reject: false, stdin: 'ignore' });
  return { exitCode, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
}

export const generate = (...args: string[]): Promise<Ended> => run(['generate', ...args]);
export const read = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8');
export const write = (path: string, text: string): Promise<void> => writeFile(join(cwd, path), text);

export async function expectUnchanged(): Promise<void> {
  expect(await treeOf(cwd)).toEqual(before);
}

// A folder with a space in its name, because that is where one forgets to quote.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fw-command-'));
  await layDown(folder, { 'my site': ['--variant', 'b'] });
  cwd = join(folder, 'my site');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  before = await treeOf(cwd);
});

afterEach(() => restoreTree(cwd, before));
