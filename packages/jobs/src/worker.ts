import type { Jobs } from './jobs.ts';
import type { Job } from './job.ts';

/**
 * Runs jobs in this process. `dependencies.start` has it, so `run()` starts it; disposing of the container stops it.
 */
export class JobWorker {
  readonly #jobs: Jobs;
  readonly #list: readonly Job[];
  readonly #isOn: boolean;
  readonly #grace: number;
  readonly #stop = new AbortController();
  #working: Promise<{ stop(): Promise<void> }> | undefined;

  /**
   * @internal
   * @param isOn whether `start()` runs jobs, or only connects
   * @param grace in milliseconds: how long jobs may go on when the process shuts down
   */
  constructor(jobs: Jobs, list: readonly Job[], isOn: boolean, grace: number) {
    this.#jobs = jobs;
    this.#list = list;
    this.#isOn = isOn;
    this.#grace = grace;
  }

  /** Connects to the store, and runs jobs, unless `jobs.workers` is false. */
  async start(): Promise<void> {
    if (this.#isOn) return this.work();
    await this.#jobs.checkSchedules();
    await (await this.#jobs.open()).ready();
  }

  /** Runs jobs until the worker is disposed of. */
  async work(): Promise<void> {
    this.#working ??= this.#work();
    await this.#working;
  }

  async #work(): Promise<{ stop(): Promise<void> }> {
    await this.#jobs.checkSchedules();
    const store = await this.#jobs.open();
    await store.ready();
    return store.work(this.#list, this.#jobs.runner(store, this.#stop.signal));
  }

  /** Takes no more jobs, and waits for those that run. When they take too long, their signal is aborted. */
  async [Symbol.asyncDispose](): Promise<void> {
    const working = await this.#working?.catch(() => undefined);
    if (working === undefined) return;
    const timer = setTimeout(() => this.#stop.abort(new Error('The process shuts down.')), this.#grace);
    await working.stop().finally(() => clearTimeout(timer));
  }
}
