import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { folder, type Runtime, RUNTIMES } from './runtimes.ts';

const here = import.meta.dirname;

/**
 * Installs what package-lock.json of this folder says, of the runtimes only those for this machine, unless it is there. What
 * cannot be had is missing afterwards; the tests that need it are skipped and say so.
 */
export default async function install(): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(here, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the runtimes that the application is tried on (some 300 MB to fetch, once) …');
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await cp(join(here, file), join(folder, file));
  await cp(join(here, '..', '..', '.npmrc'), join(folder, '.npmrc'));
  const { exitCode, stderr } = await execa('npm', ['ci', '--ignore-scripts', '--fetch-retries=1'], {
    cwd: folder,
    reject: false,
  });
  if (exitCode !== 0) console.warn(`npm ci of the runtimes failed: ${stderr}`);
  const missing = RUNTIMES.filter((runtime: Runtime) => runtime.absent !== undefined);
  // Asked for again next time, unless nothing is missing.
  if (exitCode === 0 && missing.length === 0) await writeFile(stamp, lock);
}
