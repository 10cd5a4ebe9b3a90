import { constants } from 'node:os';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const KEY = Symbol.for('fw-runtime.servers');

type Close = () => Promise<void>;

/** The servers of a process, which ends when the last of them has closed (rule S1). */
interface Servers {
  readonly open: Set<Close>;
  /** How many servers use the same resources, which are disposed of with the last of them. */
  readonly users: Map<object, number>;
  /** Called when the last server has closed. */
  readonly finishers: Set<() => unknown>;
  ending: boolean;
  /** Whether other processes serve in place of this one. */
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
 * Closes a server on the first SIGTERM or SIGINT, with all the others, and ends the process with 0. A second signal
 * ends it at once, with 128 and the signal's number.
 *
 * @param close called once or more
 * @returns to be called when the server has closed
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

/** As `closeOnSignal`, for a server that leaves signals alone: the end of the process waits for it. */
export function delayEnd(close: Close): () => void {
  const state = servers();
  state.open.add(close);
  return () => {
    state.open.delete(close);
    // While the process ends, a second signal must still be heard.
    if (state.open.size > 0 || state.ending || state.onSignal === undefined) return;
    for (const signal of SIGNALS) process.off(signal, state.onSignal);
    state.onSignal = undefined;
  };
}

/**
 * Counts a server among the users of its resources.
 *
 * @returns to be called when the server has closed, at first; true when it was the last user, who disposes of them
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
 * Has a function called when the last server of the process has closed, before the process ends.
 *
 * @returns a function that takes it back
 */
export function afterLastServer(finish: () => unknown): () => void {
  const { finishers } = servers();
  finishers.add(finish);
  return () => void finishers.delete(finish);
}

/**
 * Calls what `afterLastServer` was given, once, unless another server of the process uses its resources still. It never rejects.
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
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<true>((resolve) => (timer = setTimeout(resolve, limit, true)));
  const isLate = await Promise.race([Promise.all(finishing), timeIsOver]).finally(() => clearTimeout(timer));
  if (isLate === true) {
    console.error(`Telemetry was not shut down in ${Math.ceil(limit)} ms; the process ends without it.`);
  }
}

/**
 * Takes note that workers serve in place of this process, where a port is theirs that another server of it would take.
 *
 * @returns to be called when they do so no more
 * @throws InvalidArgumentError when it has other servers
 */
export function serveByWorkers(count: number): () => void {
  const state = servers();
  if (state.open.size > 0 || state.byWorkers === true) throw notAlone(count);
  state.byWorkers = true;
  return () => (state.byWorkers = false);
}

/** @throws InvalidArgumentError when workers serve in place of this process */
export function serveHere(): void {
  if (servers().byWorkers === true) throw notAlone('more');
}

function notAlone(count: unknown): InvalidArgumentError {
  const hint = ' Let each server have a program of its own.';
  return new InvalidArgumentError('workers', 'absent or 1 where a program runs several servers', count, hint);
}

/** Closes all servers of the process and ends it, with the exit code given, or with 1 when a server fails to close. */
export async function endProcess(code: number): Promise<never> {
  const state = servers();
  state.ending = true;
  let failed = false;
  // Another server may have begun to listen meanwhile.
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
