import { constants } from 'node:os';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { isSettled } from './lifecycle.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type Close = () => Promise<void>;

/** The servers of this process, which ends when the last of them has closed (rule S1). */
class Servers {
  readonly open = new Set<Close>();
  /** How many servers use the same resources, which are disposed of with the last of these servers. */
  readonly users = new Map<object, number>();
  /** Called when the last server has closed. */
  readonly finishers = new Set<() => unknown>();
  ending = false;
  /** Whether worker processes serve in place of this process. */
  byWorkers = false;
  onSignal: ((signal: NodeJS.Signals) => void) | undefined;
}

const servers = new Servers();

/**
 * Closes a server with all the others on the first SIGTERM or SIGINT, and ends the process with exit code 0. A second signal ends
 * the process at once, with 128 and the signal's number.
 *
 * @param close called once or more
 * @returns a function to call when the server has closed
 */
export function closeOnSignal(close: Close): () => void {
  if (servers.onSignal === undefined) {
    servers.onSignal = (signal) => {
      if (servers.ending) process.exit(128 + constants.signals[signal]);
      void endProcess(0);
    };
    for (const signal of SIGNALS) process.on(signal, servers.onSignal);
  }
  return delayEnd(close);
}

/** As `closeOnSignal`, for a server that doesn't handle signals: `endProcess` waits for the server to close. */
export function delayEnd(close: Close): () => void {
  servers.open.add(close);
  return () => {
    servers.open.delete(close);
    // A second signal must have its effect while the process ends.
    if (servers.open.size > 0 || servers.ending || servers.onSignal === undefined) return;
    for (const signal of SIGNALS) process.off(signal, servers.onSignal);
    servers.onSignal = undefined;
  };
}

/**
 * Counts a server among the users of its resources.
 *
 * @returns a function to call when the server has closed; its first call returns true when the caller must dispose of the
 *   resources, because no other server uses them
 */
export function useResources(resources: object): () => boolean {
  servers.users.set(resources, (servers.users.get(resources) ?? 0) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return false;
    isReleased = true;
    const others = (servers.users.get(resources) ?? 1) - 1;
    if (others > 0) servers.users.set(resources, others);
    else servers.users.delete(resources);
    return others === 0;
  };
}

/**
 * Registers a function to call when the last server that `run()` started in this process has closed and its container
 * is disposed of, before the process exits, or when the command of `runCommand()` has ended. The function has the rest of
 * `server.shutdown_timeout`, at least a second.
 *
 * @returns a function that removes it
 * @example afterLastServer(() => sdk.shutdown())
 */
export function afterLastServer(finish: () => unknown): () => void {
  servers.finishers.add(finish);
  return () => void servers.finishers.delete(finish);
}

/**
 * Calls the functions that `afterLastServer` registered, once, unless another server of the process still uses its resources.
 * Never rejects.
 *
 * @param limit in milliseconds
 */
export async function finishIfLast(limit: number): Promise<void> {
  if (servers.users.size > 0 || servers.finishers.size === 0) return;
  const finishing = [...servers.finishers].map(async (finish) => {
    servers.finishers.delete(finish);
    try {
      await finish();
    } catch (error) {
      console.error(error);
    }
  });
  if (await isSettled(Promise.all(finishing), limit)) return;
  console.error(
    `A function passed to afterLastServer() has not finished in ${Math.ceil(limit)} ms; the process exits without it.`,
  );
}

/**
 * Notes that workers serve in place of this process, on a port that another server of the process would take.
 *
 * @returns a function to call when the workers have ended
 * @throws {@link InvalidArgumentError} when the process has other servers
 */
export function serveByWorkers(count: number): () => void {
  if (servers.open.size > 0 || servers.byWorkers) throw notAlone(count);
  servers.byWorkers = true;
  return () => (servers.byWorkers = false);
}

/** @throws {@link InvalidArgumentError} when workers serve in place of this process */
export function serveHere(): void {
  if (servers.byWorkers) throw notAlone('more');
}

function notAlone(count: unknown): InvalidArgumentError {
  const hint = ' Run each server in a program of its own.';
  return new InvalidArgumentError(
    'workers',
    'absent or 1 in a program that runs several servers',
    count,
    hint,
  );
}

/** Closes all servers of the process and ends it, with the exit code given, or with 1 when a server fails to close. */
export async function endProcess(code: number): Promise<never> {
  servers.ending = true;
  let failed = false;
  // Another server may start to listen meanwhile.
  while (servers.open.size > 0) {
    await Promise.all(
      [...servers.open].map(async (close) => {
        try {
          await close();
        } catch (error) {
          failed = true;
          console.error(error);
        }
        servers.open.delete(close);
      }),
    );
  }
  process.exit(failed ? 1 : code);
}
