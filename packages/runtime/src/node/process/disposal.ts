import type { RequestHandler } from '../../application/request-handler.ts';
import { pendingServices } from './pending-services.ts';

const SHUTDOWN_TIMEOUT = 10_000;
// In milliseconds; Node's timers take 1 for anything longer.
export const LONGEST_TIMER = 2_147_483_647;
// In milliseconds: what the container's disposal gets at least, however long the shutdown took.
export const LEAST_DISPOSAL_TIME = 1000;

/** In milliseconds. */
export function shutdownTimeout({ serverConfig }: RequestHandler): number {
  return Math.min(serverConfig.shutdown_timeout ?? SHUTDOWN_TIMEOUT, LONGEST_TIMER);
}

/**
 * Disposes of an application's container. When the time is over, the services that are not done are logged, and the server
 * closes without them.
 *
 * @param time in milliseconds
 */
export async function disposeInTime(application: RequestHandler, time: number): Promise<void> {
  const limit = Math.max(Math.ceil(time), LEAST_DISPOSAL_TIME);
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<true>((resolve) => (timer = setTimeout(resolve, limit, true)));
  const isLate = await Promise.race([disposeOf(application), timeIsOver]).finally(() => clearTimeout(timer));
  if (isLate !== true) return;
  const services = pendingServices(application);
  const waitsFor = services === '' ? '' : `, which waits for ${services}`;
  console.error(`The container was not disposed of in ${limit} ms${waitsFor}; the server closes without it.`);
}

async function disposeOf({ container }: RequestHandler): Promise<void> {
  await (container as { dispose?(): unknown } | undefined)?.dispose?.();
}
