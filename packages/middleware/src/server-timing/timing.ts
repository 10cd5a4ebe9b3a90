import { InvalidArgumentError } from 'fw-runtime';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
// Proxies refuse heads of more than a few KiB.
const MOST = 50;

/** What took how long while a request was answered; an attribute of the request under this class. */
export class ServerTiming {
  readonly #metrics: string[] = [];

  /**
   * Begins to measure.
   *
   * @param name a token, such as `db`; several may have the same
   * @param description what a browser shows in its place
   * @returns ends the measurement, the first time that it is called
   * @throws InvalidArgumentError when the name is no token
   */
  start(name: string, description?: string): () => void {
    checkName(name);
    const start = performance.now();
    let isRunning = true;
    return () => {
      if (isRunning) this.add(name, performance.now() - start, description);
      isRunning = false;
    };
  }

  /**
   * Measures some work, also when it fails.
   *
   * @example const posts = await request.require(ServerTiming).measure('db', () => allPosts());
   * @throws InvalidArgumentError when the name is no token, and what the work throws
   */
  async measure<T>(name: string, work: () => T | Promise<T>, description?: string): Promise<T> {
    const stop = this.start(name, description);
    try {
      return await work();
    } finally {
      stop();
    }
  }

  /**
   * Notes what somebody else has measured, or without a duration that something happened, such as `add('cache-hit')`. No more
   * than 50 are told.
   *
   * @param duration in milliseconds
   * @throws InvalidArgumentError when the name is no token, or the duration no number
   */
  add(name: string, duration?: number, description?: string): void {
    checkName(name);
    if (duration !== undefined && !Number.isFinite(duration)) {
      throw new InvalidArgumentError('duration', 'a number of milliseconds', duration);
    }
    if (this.#metrics.length < MOST) this.#metrics.push(metric(name, duration, description));
  }

  /** @internal Notes the time in all, however many others there are. */
  addTotal(duration: number): void {
    this.#metrics.push(metric('total', duration));
  }

  /** As the header `Server-Timing` says it; "" when there is nothing. */
  toString(): string {
    return this.#metrics.join(', ');
  }
}

function metric(name: string, duration?: number, description?: string): string {
  const told = description === undefined ? '' : `;desc="${quoted(description)}"`;
  // Not toString(), which may write 1e-7.
  const took = duration === undefined ? '' : `;dur=${Number(duration.toFixed(2))}`;
  return `${name}${told}${took}`;
}

function checkName(name: string): void {
  if (typeof name === 'string' && TOKEN.test(name)) return;
  throw new InvalidArgumentError('name', 'an HTTP token such as "db"', name);
}

function quoted(description: string): string {
  return description.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, String.raw`\$&`);
}
