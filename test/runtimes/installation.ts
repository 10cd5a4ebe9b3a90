import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { TestProject } from 'vitest/node';
import { inBackground } from '../support/in-background.ts';
import { folder, OTHER_RUNTIMES, type Runtime, workerd, workerdFolder } from './runtimes.ts';

const here = import.meta.dirname;

/** Starts the installation; the tests of packages run meanwhile. */
export default function begin(project: TestProject): Promise<() => Promise<void>> {
  return inBackground(project, () => installRuntimes(project));
}

// One per process, because each vitest project has its own instance of this module.
const begun = globalThis as { fwRuntimes?: Promise<unknown> };

/** Installs the runtimes that the tests of this run use, once for all projects. */
export async function installRuntimes({ vitest }: TestProject): Promise<void> {
  const isFull = vitest.config.tagsFilter?.includes('!full') !== true;
  begun.fwRuntimes ??= Promise.all([
    install(join(here, 'workerd'), workerdFolder, [workerd]),
    isFull && install(here, folder, OTHER_RUNTIMES),
  ]);
  await begun.fwRuntimes;
}

/**
 * Installs the packages of a folder's package-lock.json, with only the runtimes for this machine, unless they are installed. A
 * runtime that can't be installed is missing afterwards, and its tests are skipped with a message.
 *
 * @param target where it is installed
 * @param runtimes what must be there afterwards
 */
async function install(source: string, target: string, runtimes: readonly Runtime[]): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(source, 'package-lock.json')))
    .digest('hex');
  const stamp = join(target, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  const names = runtimes.map(({ name }) => name).join(', ');
  console.log(`Installing ${names} into ${target}, once …`);
  await mkdir(target, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await cp(join(source, file), join(target, file));
  await cp(join(here, '..', '..', '.npmrc'), join(target, '.npmrc'));
  const { exitCode, stderr } = await execa('npm', ['ci', '--ignore-scripts', '--fetch-retries=1'], {
    cwd: target,
    reject: false,
  });
  if (exitCode !== 0) console.warn(`npm ci of ${names} failed: ${stderr}`);
  const missing = runtimes.filter((runtime) => runtime.absent !== undefined);
  // Retried the next time, unless everything is installed.
  if (exitCode === 0 && missing.length === 0) await writeFile(stamp, lock);
}
