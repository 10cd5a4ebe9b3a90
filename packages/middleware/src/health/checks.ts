import type { Logger } from 'fw-runtime';

/**
 * Whether something that the site needs is there. It is not when the function throws, rejects, gives false or takes too long,
 * which aborts the signal.
 */
export type Check = (signal: AbortSignal) => unknown;

/** What a service may be that is asked: a function, or what has a method `check` or `ping`, as a client of Redis has. */
export type Checkable = Check | { check(signal: AbortSignal): unknown } | { ping(): unknown };

export function isCheckable(value: unknown): value is Checkable {
  if (typeof value === 'function') return true;
  const { check, ping } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof check === 'function' || typeof ping === 'function';
}

export function toCheck(given: Checkable): Check {
  if (typeof given === 'function') return given;
  return 'check' in given ? (signal) => given.check(signal) : () => given.ping();
}

/** What came of each check, by its name. */
export type Results = Readonly<Record<string, 'ok' | 'failed'>>;

/** Checks that run side by side. Requests that ask while they run share what comes of them. */
export class Checks {
  readonly #checks: readonly (readonly [name: string, check: Check])[];
  readonly #timeout: number;
  readonly #logger: Pick<Logger, 'error'>;
  readonly #failed = new Set<string>();
  #running: Promise<Results> | undefined;

  constructor(checks: Readonly<Record<string, Check>>, timeout: number, logger: Pick<Logger, 'error'>) {
    this.#checks = Object.entries(checks);
    this.#timeout = timeout;
    this.#logger = logger;
  }

  run(): Promise<Results> {
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runAll(): Promise<Results> {
    const results = this.#checks.map(async ([name, check]) => {
      try {
        if ((await withTimeout(check, this.#timeout)) === false) throw new Error('The check gave false.');
        this.#failed.delete(name);
        return [name, 'ok'] as const;
      } catch (err) {
        this.#tell(name, err);
        return [name, 'failed'] as const;
      }
    });
    return Object.fromEntries(await Promise.all(results));
  }

  /** Once, until it passes again. */
  #tell(name: string, err: unknown): void {
    if (this.#failed.has(name)) return;
    this.#failed.add(name);
    try {
      this.#logger.error({ err }, `The check "${name}" has failed: the site is not ready.`);
    } catch {
      // The answer is worth more.
    }
  }
}

async function withTimeout(check: Check, timeout: number): Promise<unknown> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The check takes longer than ${timeout} milliseconds.`);
      reject(error);
      abort.abort(error);
    }, timeout);
  });
  try {
    return await Promise.race([check(abort.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
