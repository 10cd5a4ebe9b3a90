import { UnresolvedMiddlewareError, type MiddlewareFault } from '../error/coded-errors.ts';
import type { NamedMiddleware } from './inspection.ts';

/**
 * Fetches and makes all that stands as middleware, at once, as its first invocations would.
 *
 * @throws UnresolvedMiddlewareError listing all that fails
 */
export async function resolveAll(middleware: readonly NamedMiddleware[]): Promise<void> {
  const outcomes = await Promise.all(middleware.map(faultOf));
  const faults = outcomes.filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new UnresolvedMiddlewareError(faults);
}

async function faultOf({ name, place, resolve }: NamedMiddleware): Promise<MiddlewareFault | undefined> {
  try {
    await resolve();
    return undefined;
  } catch (error) {
    return { name, place, error };
  }
}
