import { constants } from 'node:os';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { isSettled } from './lifecycle.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const KEY = Symbol.for('fw-runtime.servers');

type Close = () => Promise<void>;

/** The servers of a process, which ends when the last of them has closed (rule S1). */
interface Servers {
  readonly open: Set<Close>;
  /** How many servers use the same resources, which are disposed of with the last of these servers. */
  readonly users: Map<object, number>;
  /** Called when the last server has closed. */
  readonly finishers: Set<() => unknown>;
  ending: boolean;
  /** Whether worker processes serve in place of this process. */
  byWorkers?: boolean;
  onSignal: ((signal: NodeJS.Signals) => void) | undefined;
}

// Global, because two installed copies of the package share one process.
function servers(): Servers {
  const owner = globalThis as { [KEY]?: Servers };
  return (owner[KEY] ??= {
    open: new Set(),
    users: new Map(),
    finishers: new Set(),
    ending: false,
    onSignal: undefined,
  });
}

/**
 * Closes a server with all the others on the first SIGTERM or SIGINT, and ends the process with exit code 0. A second signal ends
 * the process at once, with 128 and the signal's number.
 *
 * @param close called once or more
 * @returns a function to call when the server has closed
 */
export function closeOnSignal(close: Close): () => void {
  const state = servers();
  if (state.onSignal === undefined) {
    state.onSignal = (signal) => {
      if (state.ending) process.exit(128 + constants.signals[signal]);
      void endProcess(0);
    };
    for (const signal of SIGNALS) process.on(signal, state.onSignal);
  }
  return delayEnd(close);
}

/** As `closeOnSignal`, for a server that doesn't handle signals: `endProcess` waits for the server to close. */
export function delayEnd(close: Close): () => void {
  const state = servers();
  state.open.add(close);
  return () => {
    state.open.delete(close);
    // A second signal must have its effect while the process ends.
    if (state.open.size > 0 || state.ending || state.onSignal === undefined) return;
    for (const signal of SIGNALS) process.off(signal, state.onSignal);
    state.onSignal = undefined;
  };
}

/**
 * Counts a server among the users of its resources.
 *
 * @returns a function to call when the server has closed; its first call returns true when the caller must dispose of the
 *   resources, because no other server uses them
 */
export function useResources(resources: object): () => boolean {
  const { users } = servers();
  users.set(resources, (users.get(resources) ?? 0) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return false;
    isReleased = true;
    const others = (users.get(resources) ?? 1) - 1;
    if (others > 0) users.set(resources, others);
    else users.delete(resources);
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
  const { finishers } = servers();
  finishers.add(finish);
  return () => void finishers.delete(finish);
}

/**
 * Calls the functions that `afterLastServer` registered, once, unless another server of the process still uses its resources.
 * Never rejects.
 *
 * @param limit in milliseconds
 */
export async function finishIfLast(limit: number): Promise<void> {
  const { users, finishers } = servers();
  if (users.size > 0 || finishers.size === 0) return;
  const finishing = [...finishers].map(async (finish) => {
    finishers.delete(finish);
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
  const state = servers();
  if (state.open.size > 0 || state.byWorkers === true) throw notAlone(count);
  state.byWorkers = true;
  return () => (state.byWorkers = false);
}

/** @throws {@link InvalidArgumentError} when workers serve in place of this process */
export function serveHere(): void {
  if (servers().byWorkers === true) throw notAlone('more');
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
  const state = servers();
  state.ending = true;
  let failed = false;
  // Another server may start to listen meanwhile.
  while (state.open.size > 0) {
    await Promise.all(
      [...state.open].map(async (close) => {
        try {
          await close();
        } catch (error) {
          failed = true;
          console.error(error);
        }
        state.open.delete(close);
      }),
    );
  }
  process.exit(failed ? 1 : code);
}
