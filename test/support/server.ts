import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const { typescript } = process.features as { readonly typescript?: string | false };
/** The flags with which Node runs a site from its source; 22.18 and newer need no loader. */
export const fromSource: readonly string[] = [
  '--conditions=development',
  ...(typescript ? [] : ['--import', 'tsx']),
];

export interface SiteServer {
  readonly url: string;
  /** Everything that was printed. */
  readonly output: () => string;
  /** Resolves when a line with this text is printed after the call. */
  printed(text: string): Promise<void>;
  /**
   * Asks the process and all that it started to end, as a terminal does, by SIGTERM if nothing else is said, and waits until they have; gives its exit code,
   * null when the signal ended it.
   */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
}

/** Starts a command that serves, and waits until it says where it listens. */
export async function startServer(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<SiteServer> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    // NODE_ENV is that of the tests' own runner: the site is not under test, and reads its local settings.
    env: { ...process.env, NODE_ENV: undefined, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what npm starts can be reached too.
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
  // Not when npm exits, but when all that it started have let go of its output: the server may outlive npm by a moment.
  const closed = once(child, 'close') as Promise<[number | null]>;
  process.kill(-child.pid, signal);
  return (await closed)[0];
}
