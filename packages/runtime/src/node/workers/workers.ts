import { FwError } from '../../errors/fw-error.ts';
import { WorkerProcess } from './worker-process.ts';

// All in milliseconds.
// Who has listened as long has not died because of how it started.
const STEADY = 5000;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;

/** The workers that serve in place of the process that started them. */
export class Workers {
  readonly #count: number;
  /** How long one may take to stop, in milliseconds. */
  readonly #limit: number;
  readonly #port: number;
  readonly #all = new Set<WorkerProcess>();
  /** Those in whose place another is put when they die. */
  readonly #serving = new Set<WorkerProcess>();
  readonly #delayed = new Set<NodeJS.Timeout>();
  #isClosing = false;
  #isReplacing = false;
  #isAskedAgain = false;

  constructor(count: number, port: number, limit: number) {
    this.#count = count;
    this.#port = port;
    this.#limit = limit;
  }

  /**
   * Starts one, so that what keeps it from listening is told once.
   *
   * @throws what kept it from listening
   */
  async startFirst(): Promise<void> {
    const first = this.#fork();
    await first.listening;
    this.#keep(first);
  }

  /** @returns once they listen, or have failed to */
  async startOthers(): Promise<void> {
    const others = Array.from({ length: this.#count - 1 }, () => this.#fork());
    for (const worker of others) this.#keep(worker);
    await Promise.allSettled(others.map(({ listening }) => listening));
  }

  /** Replaces one after the other: each serves until its successor listens, and has ended before the next one's turn. */
  async replaceAll(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isReplacing) return;
    this.#isReplacing = true;
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      // A copy, because their successors are added.
      const old = [...this.#serving];
      for (const worker of old) if (!(await this.#replace(worker))) break;
    }
    this.#isReplacing = false;
  }

  /**
   * Lets all finish what they do.
   *
   * @throws FwError FW_WORKERS_NOT_CLOSED when one does not end as it should
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
    // It was told to.
    if (!this.#serving.delete(worker) || this.#isClosing) return;
    const died = worker.age < STEADY ? worker.diedBefore + 1 : 0;
    const delay = died < 2 ? 0 : Math.min(FIRST_DELAY * 2 ** (died - 2), LONGEST_DELAY);
    const when = delay === 0 ? '' : ` in ${delay / 1000} s`;
    console.error(`${await toldOf(worker, end)}; another takes its place${when}.`);
    if (this.#isClosing) return;
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#keep(this.#fork(died));
    }, delay);
    this.#delayed.add(timer);
  }

  /** @returns false when no successor can be started */
  async #replace(worker: WorkerProcess): Promise<boolean> {
    if (this.#isClosing) return false;
    // It has died meanwhile, and another has taken its place.
    if (!this.#serving.delete(worker)) return true;
    const next = this.#fork();
    try {
      await next.listening;
    } catch {
      // Nobody has put another in the place of one that has died in the meantime.
      if (this.#all.has(worker)) this.#keep(worker);
      else if (!this.#isClosing) this.#keep(this.#fork());
      if (!this.#isClosing) console.error(`${await toldOf(next, await next.ended)}; those before it go on.`);
      return false;
    }
    this.#keep(next);
    if (!this.#isClosing) await worker.stop('retire', this.#limit);
    return true;
  }
}

async function toldOf({ pid, age, listening }: WorkerProcess, end: string): Promise<string> {
  if (age > 0) return `Worker ${pid} has ended ${end}`;
  const why = await listening.catch(({ message }: Error) => message);
  return `Worker ${pid} did not start: ${why}`;
}
