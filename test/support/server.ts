import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const { typescript } = process.features as { readonly typescript?: string | false };
/** The flags to run an app from its TypeScript source. Node 22.18 and newer need no loader. */
export const fromSource: readonly string[] = [
  '--conditions=development',
  ...(typescript ? [] : ['--import', 'tsx']),
];

export interface AppServer {
  readonly url: string;
  /** The output so far. */
  readonly output: () => string;
  /** Resolves when the process prints this string after the call. */
  printed(text: string): Promise<void>;
  /**
   * Sends a signal, SIGTERM by default, to the process and to all processes that it started, and waits until they have exited.
   *
   * @returns the exit code, or null if the signal ended the process
   */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

/** Starts a command that serves, and waits until it prints its URL. */
export async function startServer(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<AppServer> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    // vitest sets NODE_ENV to "test". The app runs as in development, with its local settings.
    env: { ...process.env, NODE_ENV: undefined, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, signals also reach the processes that npm starts.
    detached: true,
  });
  let output = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const watcher of watchers) watcher();
    });
  }
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const watcher = (): void => {
        if (isThere()) settle(resolve);
      };
      const onExit = (): void =>
        settle(() => reject(new Error(`${command} ${args.join(' ')} ended:\n${output}`)));
      const settle = (then: () => void): void => {
        watchers.delete(watcher);
        child.off('exit', onExit);
        then();
      };
      watchers.add(watcher);
      child.once('exit', onExit);
      watcher();
    });
  await until(() => /Listening on \S+/.test(output));
  const url = (/Listening on (\S+)/.exec(output)?.[1] ?? '').replace('localhost', '127.0.0.1');
  return {
    url,
    output: () => output,
    printed(text) {
      const start = output.length;
      return until(() => output.includes(text, start));
    },
    stop: (signal = 'SIGTERM') => stop(child, signal),
  };
}

async function stop(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return child.exitCode;
  // "close" is emitted when all processes have closed their output. The server may exit a moment after npm.
  const closed = once(child, 'close') as Promise<[number | null]>;
  process.kill(-child.pid, signal);
  return (await closed)[0];
}
