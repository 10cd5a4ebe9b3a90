import { FwError } from '../../../kernel/errors/coded-errors.ts';
import { WorkerProcess } from './worker-process.ts';

// In ms: a worker that dies after it has listened for longer did not die because of how it started.
const STABLE_AGE = 5000;
// In ms: the delay before a restart, which doubles each time.
const MIN_RESTART_DELAY = 100;
const MAX_RESTART_DELAY = 10_000;

/** The workers that serve in place of the process that has started them. */
export class Workers {
  readonly #count: number;
  /** How long a worker may take to stop, in milliseconds. */
  readonly #limit: number;
  readonly #port: number;
  readonly #all = new Set<WorkerProcess>();
  /** Workers that are restarted when they exit. */
  readonly #serving = new Set<WorkerProcess>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  #isClosing = false;
  #isReplacing = false;
  #isRequestedAgain = false;

  constructor(count: number, port: number, limit: number) {
    this.#count = count;
    this.#port = port;
    this.#limit = limit;
  }

  /**
   * Starts one worker, so that an error at its start is reported once.
   *
   * @throws the error that keeps it from listening
   */
  async startFirst(): Promise<void> {
    const first = this.#fork();
    await first.listening;
    this.#keep(first);
  }

  /** @returns once they listen or have failed */
  async startOthers(): Promise<void> {
    const others = Array.from({ length: this.#count - 1 }, () => this.#fork());
    for (const worker of others) this.#keep(worker);
    await Promise.allSettled(others.map(({ listening }) => listening));
  }

  /** Replaces one worker after the other: each serves until its successor listens, and ends before the next is replaced. */
  async replaceAll(): Promise<void> {
    this.#isRequestedAgain = true;
    if (this.#isReplacing) return;
    this.#isReplacing = true;
    while (this.#isRequestedAgain) {
      this.#isRequestedAgain = false;
      // A copy, because successors are added.
      const old = [...this.#serving];
      for (const worker of old) if (!(await this.#replace(worker))) break;
    }
    this.#isReplacing = false;
  }

  /**
   * Shuts all workers down gracefully.
   *
   * @throws {@link FwError} FW_WORKERS_NOT_CLOSED when a worker ends with an error
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#delayed) clearTimeout(timer);
    const ends = await Promise.all(
      [...this.#all].map(async (worker) => {
        const wasListening = worker.age > 0;
        const end = await worker.stop('close', this.#limit);
        return wasListening && end !== 'with exit code 0' ? `Worker ${worker.pid} ended ${end}.` : '';
      }),
    );
    const failed = ends.filter((text) => text !== '');
    if (failed.length > 0) throw new FwError('FW_WORKERS_NOT_CLOSED', failed.join(' '));
  }

  #fork(diedBefore?: number): WorkerProcess {
    const worker = new WorkerProcess(this.#port, diedBefore);
    this.#all.add(worker);
    void worker.ended.then(() => this.#all.delete(worker));
    return worker;
  }

  #keep(worker: WorkerProcess): void {
    this.#serving.add(worker);
    void worker.ended.then((end) => this.#hasEnded(worker, end));
  }

  async #hasEnded(worker: WorkerProcess, end: string): Promise<void> {
    // It has been stopped.
    if (!this.#serving.delete(worker) || this.#isClosing) return;
    const died = worker.age < STABLE_AGE ? worker.diedBefore + 1 : 0;
    const delay = died < 2 ? 0 : Math.min(MIN_RESTART_DELAY * 2 ** (died - 2), MAX_RESTART_DELAY);
    const when = delay === 0 ? '' : ` in ${delay / 1000} s`;
    console.error(`${await describeExit(worker, end)}; restarting it${when}.`);
    if (this.#isClosing) return;
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#keep(this.#fork(died));
    }, delay);
    this.#delayed.add(timer);
  }

  /** @returns false when its successor doesn't start */
  async #replace(worker: WorkerProcess): Promise<boolean> {
    if (this.#isClosing) return false;
    // It has died meanwhile and has been restarted.
    if (!this.#serving.delete(worker)) return true;
    const next = this.#fork();
    try {
      await next.listening;
    } catch {
      // A worker that has died in the meantime has not been restarted.
      if (this.#all.has(worker)) this.#keep(worker);
      else if (!this.#isClosing) this.#keep(this.#fork());
      if (!this.#isClosing)
        console.error(`${await describeExit(next, await next.ended)}; the workers before it keep serving.`);
      return false;
    }
    this.#keep(next);
    if (!this.#isClosing) await worker.stop('drain', this.#limit);
    return true;
  }
}

async function describeExit({ pid, age, listening }: WorkerProcess, end: string): Promise<string> {
  if (age > 0) return `Worker ${pid} has ended ${end}`;
  const why = await listening.catch(({ message }: Error) => message);
  return `Worker ${pid} did not start: ${why}`;
}
