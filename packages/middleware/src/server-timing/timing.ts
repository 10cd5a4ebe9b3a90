import { InvalidArgumentError } from 'fw-runtime';

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
// Proxies reject heads of more than a few KiB.
const MOST = 50;

/**
 * The durations measured while a request is handled; an attribute of the request under this class.
 *
 * @example const stop = request.get(ServerTiming)?.start('db');
 */
export class ServerTiming {
  readonly #metrics: string[] = [];

  /**
   * Starts a measurement.
   *
   * @param name a token, such as `db`; several measurements may have the same
   * @param description the description that browsers show instead of the name; none when absent
   * @returns a function that ends the measurement at its first call
   * @throws {@link InvalidArgumentError} when the name is not a token
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
   * Measures work, even when it fails.
   *
   * @param name a token, such as `db`
   * @param work the function to measure
   * @param description the description that browsers show instead of the name; none when absent
   * @returns the result of the work
   * @throws {@link InvalidArgumentError} when the name is not a token; errors of the work are thrown as they are
   * @example const posts = await request.require(ServerTiming).measure('db', () => allPosts());
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
   * Adds a measured duration, or without a duration an event, such as `add('cache-hit')`. At most 50 are sent.
   *
   * @param name a token, such as `db`
   * @param duration the duration in milliseconds; an event when absent
   * @param description the description that browsers show instead of the name; none when absent
   * @throws {@link InvalidArgumentError} when the name is not a token, or the duration is not a number
   */
  add(name: string, duration?: number, description?: string): void {
    checkName(name);
    if (duration !== undefined && !Number.isFinite(duration)) {
      throw new InvalidArgumentError('duration', 'a number of milliseconds', duration);
    }
    if (this.#metrics.length < MOST) this.#metrics.push(metric(name, duration, description));
  }

  /** @internal Adds the total, regardless of the limit. */
  addTotal(duration: number): void {
    this.#metrics.push(metric('total', duration));
  }

  /** The value of the header `Server-Timing`; "" when nothing was measured. */
  toString(): string {
    return this.#metrics.join(', ');
  }
}

function metric(name: string, duration?: number, description?: string): string {
  const parameter = description === undefined ? '' : `;desc="${quoted(description)}"`;
  // Unlike toString(), which may write 1e-7.
  const took = duration === undefined ? '' : `;dur=${Number(duration.toFixed(2))}`;
  return `${name}${parameter}${took}`;
}

function checkName(name: string): void {
  if (typeof name === 'string' && TOKEN.test(name)) return;
  throw new InvalidArgumentError('name', 'an HTTP token such as "db"', name);
}

function quoted(description: string): string {
  return description.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, String.raw`\$&`);
}
