import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { inBackground } from '../support/in-background.ts';
import { folder, type Runtime, RUNTIMES } from './runtimes.ts';

const here = import.meta.dirname;

/** Begins the installation; the tests of packages run meanwhile. */
export default function begin(project: TestProject): Promise<() => Promise<void>> {
  return inBackground(project, installRuntimes);
}

// Of the whole process, because each project of vitest has this module for itself.
const begun = globalThis as { fwRuntimes?: Promise<void> };

/** Installs the runtimes, once though several ask for it. */
export function installRuntimes(): Promise<void> {
  begun.fwRuntimes ??= install();
  return begun.fwRuntimes;
}

/**
 * Installs what package-lock.json of this folder says, of the runtimes only those for this machine, unless it is there. What
 * cannot be had is missing afterwards; the tests that need it are skipped and say so.
 */
async function install(): Promise<void> {
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
