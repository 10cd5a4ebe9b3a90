import { stripVTControlCharacters } from 'node:util';

import type { PackageManager } from './package-manager.ts';
import { startProgress } from './progress.ts';

/** How an installation ended: after how long, or for which reason it failed. */
export type InstallResult =
  | { readonly outcome: 'installed'; readonly elapsed: string }
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'cancelled' };

/**
 * Runs `<packageManager> install` in a site, showing that it is at work.
 *
 * @param site the folder of the site, absolute
 * @param signal stops the package manager
 */
export async function install(
  packageManager: PackageManager,
  site: string,
  output: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<InstallResult> {
  const progress = startProgress(`Installing with ${packageManager}`, output);
  // Loaded here, because loading it takes longer than laying down a site.
  const { execa } = await import('execa');
  const result = await execa(packageManager, ['install'], {
    cwd: site,
    // Flags of this program that npm took for its own; it would warn about them once more.
    env: {
      npm_config_variant: undefined,
      npm_config_router: undefined,
      npm_config_install: undefined,
    },
    stdin: 'ignore',
    all: true,
    reject: false,
    cancelSignal: signal,
  });
  const elapsed = progress.stop();
  if (result.isCanceled || signal.aborted) return { outcome: 'cancelled' };
  if (!result.failed) return { outcome: 'installed', elapsed };
  if (result.code === 'ENOENT') {
    return { outcome: 'failed', reason: `${packageManager} was not found on the PATH` };
  }
  return { outcome: 'failed', reason: reasonIn(result.all ?? '') };
}

/**
 * The line of a package manager's output that says why it failed: its first error that is more than a code, else its
 * last line.
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
