import type { Logger } from 'fw-runtime';

/**
 * Checks that a dependency of the app is available. The check fails when the function throws, rejects, returns false or
 * times out, which aborts the signal.
 *
 * @example const check: Check = (signal) => fetch('http://127.0.0.1:9000/ping', { signal });
 */
export type Check = (signal: AbortSignal) => unknown;

/** A service that can be checked: a function, or an object with a method `check` or `ping`, such as a Redis client. */
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

/** The result of each check by its name. */
export type Results = Readonly<Record<string, 'ok' | 'failed'>>;

/** Runs checks concurrently. Requests that arrive meanwhile share the result. */
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
        if ((await withTimeout(check, this.#timeout)) === false) throw new Error('The check returned false.');
        this.#failed.delete(name);
        return [name, 'ok'] as const;
      } catch (err) {
        this.#log(name, err);
        return [name, 'failed'] as const;
      }
    });
    return Object.fromEntries(await Promise.all(results));
  }

  /** A failure is logged once, until the check passes again. */
  #log(name: string, err: unknown): void {
    if (this.#failed.has(name)) return;
    this.#failed.add(name);
    try {
      this.#logger.error({ err }, `The check "${name}" failed: the app is not ready.`);
    } catch {
      // A failing logger must not replace the response.
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
