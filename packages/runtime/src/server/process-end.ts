const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const KEY = Symbol.for('fw-runtime.servers');

type Close = () => Promise<void>;

/** The servers of a process, which ends when the last of them has closed (SEMANTICS S1). */
interface Servers {
  readonly open: Set<Close>;
  /** How many servers use what is disposed of when they have closed. */
  readonly users: Map<object, number>;
  ending: boolean;
  onSignal: ((signal: NodeJS.Signals, number: number) => void) | undefined;
}

// It belongs to the process and not to this module: two copies of the package share one process.
function servers(): Servers {
  const owner = globalThis as { [KEY]?: Servers };
  return (owner[KEY] ??= { open: new Set(), users: new Map(), ending: false, onSignal: undefined });
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
    state.onSignal = (_signal, number) => {
      if (state.ending) process.exit(128 + number);
      void endProcess(0);
    };
    for (const signal of SIGNALS) process.on(signal, state.onSignal);
  }
  return delayEnd(close);
}

/** Has a process that ends wait for a server; the same as above for one that does not listen to signals. */
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
 * Notes that a server uses what may be disposed of once no server of the process uses it any more.
 *
 * @returns to be called when it no longer does; tells whether it was the last
 */
export function useResources(resources: object): () => boolean {
  const { users } = servers();
  users.set(resources, (users.get(resources) ?? 0) + 1);
  return () => {
    const others = (users.get(resources) ?? 1) - 1;
    if (others > 0) users.set(resources, others);
    else users.delete(resources);
    return others === 0;
  };
}

/** Closes all servers of the process and ends it: with the code, or with 1 when closing one of them failed. */
export async function endProcess(code: number): Promise<never> {
  const state = servers();
  state.ending = true;
  let failed = false;
  // One that was about to listen may have begun to meanwhile.
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
