import { HttpError } from '../../kernel/errors/http-error.ts';

interface Reading {
  readonly deadline: number;
  readonly reject: (error: unknown) => void;
}

/** Limits the time in which the bodies of requests arrive (`server.request_timeout`), with one timer for all of them. */
export class BodyTimer {
  readonly #limit: number;
  readonly #interval: number;
  readonly #readings = new Set<Reading>();
  #timer: ReturnType<typeof setInterval> | undefined;
  // The time of the last look at the clock: looking at it for each body takes a hundredth of the time of a POST on Deno.
  #now = 0;

  /**
   * @param limit in milliseconds; 0 is without limit
   * @param interval in milliseconds: how often bodies that are late are looked for
   */
  constructor(limit: number, interval: number) {
    this.#limit = limit || Infinity;
    this.#interval = interval;
  }

  /** The time by which a body that begins to arrive now must be complete, up to one interval late. */
  deadline(): number {
    if (this.#timer === undefined) this.#now = performance.now();
    return this.#now + this.#interval + this.#limit;
  }

  /** @param reject called when the deadline is over */
  add(deadline: number, reject: (error: unknown) => void): Reading {
    const reading = { deadline, reject };
    this.#readings.add(reading);
    this.#timer ??= setInterval(() => this.#rejectLate(), this.#interval);
    return reading;
  }

  delete(reading: Reading): void {
    this.#readings.delete(reading);
  }

  #rejectLate(): void {
    this.#now = performance.now();
    for (const reading of this.#readings) {
      if (reading.deadline > this.#now) continue;
      this.#readings.delete(reading);
      reading.reject(new HttpError(408, 'The request did not arrive in time.'));
    }
    if (this.#readings.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
