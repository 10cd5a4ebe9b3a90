import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { PackageManager } from './choices.ts';
import { readProgress } from './install-progress.ts';
import { withoutSwallowed } from './npm-flags.ts';
import type { Flag } from './flag.ts';
import type { Progress } from './progress.ts';

/** The result of an installation: its duration, or the reason why it failed. */
export type InstallResult =
  | { readonly outcome: 'installed'; readonly elapsed: string }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'cancelled' };

export interface Installing {
  /** Stopped at the end. */
  readonly progress: Progress;
  /** Stops the package manager. */
  readonly signal: AbortSignal;
  /** The flags of the command, which npm must not read as settings. */
  readonly flags: readonly Flag[];
  /**
   * Set when package.json was changed: some package managers freeze the lock file when `CI` is set, and fail.
   */
  readonly mayChangeLock?: boolean;
}

/**
 * Runs `<packageManager> install` in a project, and shows its progress.
 *
 * @param site the absolute folder of the project
 */
export async function install(
  packageManager: PackageManager,
  project: string,
  { progress, signal, flags, mayChangeLock = false }: Installing,
): Promise<InstallResult> {
  // Loaded here, because loading execa takes longer than creating a project.
  const { execa } = await import('execa');
  const process = execa(packageManager, argumentsFor(packageManager, mayChangeLock), {
    cwd: project,
    // At this level npm prints its requests; the other settings silence irrelevant output.
    env: {
      ...withoutSwallowed(flags),
      npm_config_loglevel: packageManager === 'npm' ? 'http' : undefined,
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      ...(mayChangeLock && { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' }),
    },
    stdin: 'ignore',
    all: true,
    reject: false,
    cancelSignal: signal,
  });
  let fetched = 0;
  process.all.on('data', (chunk: Buffer) => {
    const latest = readProgress(chunk.toString(), fetched);
    fetched = latest.fetched;
    if (latest.text !== undefined) progress.show(latest.text);
  });
  const result = await process;
  // A terminal sends Ctrl-C to both processes, and the package manager may end before this one receives the signal.
  if (result.signal === 'SIGINT') await sleep(1000, undefined, { signal }).catch(() => {});
  const elapsed = progress.stop();
  if (result.isCanceled || signal.aborted) return { outcome: 'cancelled' };
  if (!result.failed) return { outcome: 'installed', elapsed };
  if (result.code === 'ENOENT') {
    return { outcome: 'failed', reason: `${packageManager} was not found on the PATH` };
  }
  return { outcome: 'failed', reason: reasonIn(result.all ?? '') };
}

function argumentsFor(packageManager: PackageManager, mayChangeLock: boolean): string[] {
  return mayChangeLock && packageManager === 'pnpm' ? ['install', '--no-frozen-lockfile'] : ['install'];
}

/**
 * The line of a package manager's output with the reason why it failed: its first error that is more than a code,
 * otherwise its last line.
 */
export function reasonIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('A complete log of this run'));
  const line = lines.find((line) => isExplanation(line)) ?? lines.at(-1) ?? 'it printed nothing';
  return line.replace(/^(npm (error|ERR!)|error:?) */i, '');
}

function isExplanation(line: string): boolean {
  const bareCode = /^npm (error|ERR!) +(code|errno|syscall|path|signal|command)\b/i;
  return /^(npm (error|ERR!)|error\b|ERR_PNPM_)/i.test(line) && !bareCode.test(line);
}
