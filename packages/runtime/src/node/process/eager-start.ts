import { once } from 'node:events';
import type { NamedMiddleware, RequestHandler } from '../../application/request-handler.ts';
import { type MiddlewareFault, UnresolvedMiddlewareError } from '../../errors/config-error.ts';
import { ServiceNotCreatedError } from '../../errors/coded-errors.ts';
import { pendingServices } from './pending-services.ts';

// In milliseconds: after what time a start says what it waits for.
const LONG = 5000;

/**
 * Fetches and makes all that stands as middleware, at once, as its first invocations would. Warns of what it waits for where
 * that takes long, and gives up when nothing goes on in the process that could end it.
 *
 * @throws UnresolvedMiddlewareError listing all that fails
 */
export async function startEagerly(application: RequestHandler): Promise<void> {
  const waitsFor = (): string => `waits for ${pendingServices(application) || 'its services'} to be made`;
  const warn = (): void => application.errors.warn(`The server does not listen yet: it ${waitsFor()}.`);
  const timer = setTimeout(warn, LONG).unref();
  const over = new AbortController();
  const idle = once(process, 'beforeExit', over).then((): never => {
    throw new ServiceNotCreatedError(`It ${waitsFor()}, and nothing goes on that could.`);
  });
  idle.catch(() => {});
  try {
    const outcomes = await Promise.all(application.middleware().map((item) => faultOf(item, idle)));
    const faults = outcomes.filter((fault) => fault !== undefined);
    if (faults.length > 0) throw new UnresolvedMiddlewareError(faults);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function faultOf(
  { name, place, resolve }: NamedMiddleware,
  idle: Promise<never>,
): Promise<MiddlewareFault | undefined> {
  try {
    await Promise.race([resolve(), idle]);
    return undefined;
  } catch (error) {
    return { name, place, error };
  }
}
