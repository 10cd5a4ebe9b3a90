import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { SIGNAL_CODES } from '#command-line/errors';
import { nodeFlags } from './node-flags.ts';
import { endOfScript } from './script-parent.ts';
import type { Site } from './site.ts';

/** The program of a project that runs its commands, relative to the root. */
export const COMMAND_PROGRAM = 'bin/command.ts';

const SIGNALS = Object.keys(SIGNAL_CODES) as (keyof typeof SIGNAL_CODES)[];

/** The arguments with which the runtime runs a module of a project from its source. */
export function argsFor(site: Site, file: string, args: readonly string[]): string[] {
  return [...nodeFlags(site), join(site.root, file), ...args];
}

/**
 * Runs a module of a project from its source, with the input and the output of this process, and passes signals on to it.
 *
 * @param file relative to the root
 * @param signal aborted by a signal that this process got before
 * @returns the exit code; 128 and the number of the signal when a signal ended it
 */
export async function runModule(
  site: Site,
  file: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, argsFor(site, file, args), { cwd: site.root, stdio: 'inherit' });
  const passOn = (name: NodeJS.Signals): void => void child.kill(name);
  for (const name of SIGNALS) process.on(name, passOn);
  endOfScript(process.env)?.addEventListener('abort', () => passOn('SIGTERM'));
  try {
    const [code, ending] = (await once(child, 'close')) as [number | null, NodeJS.Signals];
    return code ?? 128 + constants.signals[ending];
  } finally {
    for (const name of SIGNALS) process.off(name, passOn);
  }
}
