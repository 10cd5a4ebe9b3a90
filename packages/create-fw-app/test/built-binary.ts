import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { execa } from 'execa';

import { emptyFolder } from './folders.ts';

const binary = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

export interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled program as a shell would, without a terminal and without what npm put into this environment. */
export async function createFwApp(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run npm run build first.`);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|FW_|FORCE_COLOR)/i.test(name));
  const { exitCode, stdout, stderr } = await execa(process.execPath, [binary, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

/** An environment in which `name` is a Node program of the given source. */
export async function fakeProgram(name: string, source: string): Promise<Record<string, string>> {
  const folder = await emptyFolder();
  const file = join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${source}`);
  await chmod(file, 0o755);
  return { PATH: [folder, process.env.PATH].join(delimiter) };
}
