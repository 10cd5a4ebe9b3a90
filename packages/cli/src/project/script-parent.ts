import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Milliseconds between two checks.
const CHECK_INTERVAL = 500;

/**
 * Aborts when the package manager that runs this process as a script of package.json has ended, as by `kill`: it
 * doesn't forward the signal, and the app would run forever. Without a package script, as under `nohup fw dev &`, the
 * process outlives its parent.
 *
 * @param env has `npm_lifecycle_event` in a package script of npm, pnpm, Yarn and Bun
 */
export function endOfScript(env: NodeJS.ProcessEnv): AbortSignal | undefined {
  const parent = process.ppid;
  // The first process of a container, or one whose parent has ended, has no parent to wait for.
  if (env['npm_lifecycle_event'] === undefined || parent <= 1) return undefined;
  // Most shells replace themselves with the only command of a script; behind another one, the package manager is
  // their parent.
  const shell = processOf(parent);
  const isShell = shell !== undefined && /(?:^|[/-])(?:ba|da|a|z|k)?sh$/.test(shell.name) && shell.parent > 1;
  const ended = new AbortController();
  const timer = setInterval(() => {
    const isGone = process.ppid !== parent || (isShell && !isRunning(shell.parent));
    if (!isGone) return;
    clearInterval(timer);
    ended.abort();
  }, CHECK_INTERVAL);
  timer.unref();
  return ended.signal;
}

/** The name and the parent of a process; undefined when the system doesn't report them. */
function processOf(pid: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^\d+ \((.*)\) \w (\d+) [^]*$/, '$2 $1')
        : execFileSync('ps', ['-o', 'ppid=,comm=', '-p', `${pid}`], { encoding: 'utf8' });
    const [, parent, name = ''] = /^\s*(\d+)\s+(.*)/.exec(text) ?? [];
    return parent === undefined ? undefined : { name: name.trim(), parent: Number(parent) };
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
