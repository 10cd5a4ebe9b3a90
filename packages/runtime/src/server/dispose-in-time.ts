import type { Servable } from '../application/servable.ts';

/** What there is at least, in milliseconds, however little of its time a shutdown has left. */
const LEAST_TIME = 1000;

/**
 * Disposes of an application's container. A service that comes to no end does not keep the server from closing: when the
 * time is over, one line of the log names it.
 *
 * @param time in milliseconds
 */
export async function disposeInTime(application: Servable, time: number): Promise<void> {
  const limit = Math.max(Math.ceil(time), LEAST_TIME);
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<true>((resolve) => (timer = setTimeout(resolve, limit, true)));
  const isLate = await Promise.race([application.dispose(), timeIsOver]).finally(() => clearTimeout(timer));
  if (isLate !== true) return;
  const services = application.pendingServices.map((name) => `"${name}"`);
  const waitsFor = services.length === 0 ? '' : `, which waits for ${services.join(', ')}`;
  console.error(`The container was not disposed of in ${limit} ms${waitsFor}; the server closes without it.`);
}
