import { errorOf } from '../error-of.ts';
import { type Delivery, MAX_CRASHES } from '../store.ts';

// In ms: the time between two looks for jobs that other processes have enqueued.
const PAUSE = 250;

/** A job that this process runs. */
export interface Claim extends Delivery {
  /** How often the process of the job has died. */
  readonly crashes: number;
  /** Says that the lease is this process's. */
  readonly token: string;
}

/** How an attempt ended. Without an error the job was released, and runs again. */
export type Outcome = 'done' | { readonly error?: string; readonly isLast?: boolean };

/** The work of a loop. */
interface Steps {
  /** @param own the leases of this process, which may have expired while its event loop was blocked */
  claim(limit: number, own: readonly string[]): Promise<Claim[]>;
  run(claim: Claim): Promise<'done' | 'released'>;
  settle(claim: Claim, outcome: Outcome): Promise<void>;
  lost(error: unknown): void;
}

/** Claims and runs the jobs of one kind, up to a number at a time. */
export class Loop {
  readonly #concurrency: number;
  readonly #steps: Steps;
  readonly #running = new Map<Claim, Promise<void>>();
  readonly #ended: Promise<void>;
  #isStopping = false;
  #isWoken = false;
  #endPause = (): void => {};

  constructor(concurrency: number, steps: Steps) {
    this.#concurrency = concurrency;
    this.#steps = steps;
    this.#ended = this.#loop();
  }

  /** The leases to renew. */
  get tokens(): string[] {
    return Array.from(this.#running.keys(), ({ token }) => token);
  }

  /** Looks for jobs at once. */
  wake(): void {
    this.#isWoken = true;
    this.#endPause();
  }

  /** Claims no more, and waits for the jobs that are running. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#ended;
    await Promise.all(this.#running.values());
  }

  async #loop(): Promise<void> {
    while (!this.#isStopping) {
      this.#isWoken = false;
      const free = this.#concurrency - this.#running.size;
      const claims = free === 0 ? [] : await this.#steps.claim(free, this.tokens).catch(this.#nothing);
      for (const claim of claims) this.#start(claim);
      if (claims.length === 0 || claims.length < free) await this.#pause();
    }
  }

  #start(claim: Claim): void {
    const done = this.#attempt(claim).finally(() => {
      this.#running.delete(claim);
      this.wake();
    });
    this.#running.set(claim, done);
  }

  readonly #nothing = (error: unknown): Claim[] => {
    this.#steps.lost(error);
    return [];
  };

  async #attempt(claim: Claim): Promise<void> {
    const outcome = await this.#outcomeOf(claim);
    // A lease that can't be ended expires, and the job runs again.
    await this.#steps.settle(claim, outcome).catch(this.#nothing);
  }

  async #outcomeOf(claim: Claim): Promise<Outcome> {
    if (claim.crashes > MAX_CRASHES) return { error: `Its process died ${MAX_CRASHES} times.`, isLast: true };
    try {
      return (await this.#steps.run(claim)) === 'done' ? 'done' : {};
    } catch (error) {
      return { error: errorOf(error).message };
    }
  }

  #pause(): Promise<void> {
    if (this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
