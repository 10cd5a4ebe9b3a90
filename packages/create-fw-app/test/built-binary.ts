import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { createFwApp as binary } from '../../../test/support/commands.ts';
import { cleanEnvironment, type Ended } from '../../command-line/test/programs.ts';
import { type Manifest, MANIFEST_PATH } from '../src/manifest.ts';

/** Runs the compiled program as a shell would, without a terminal and without npm's variables. */
export async function createFwApp(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run npm run build first.`);
  const { exitCode, stdout, stderr } = await execa(process.execPath, [binary, ...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

/** The choices that the manifest of a project records. */
export async function readManifest(project: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(project, MANIFEST_PATH), 'utf8'));
}
