import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Service } from './service.ts';

const Storage = globalThis.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;

/**
 * The container whose service is being disposed of by the current call, so that a service that disposes of its own
 * container doesn't wait for itself. Undefined in runtimes without `AsyncLocalStorage`.
 */
export const disposing: AsyncLocalStorage<object> | undefined = Storage && new Storage();

/**
 * Disposes of services one after the other, in the reverse order of their creation, after pending services are created. The
 * disposal continues when a service throws.
 *
 * @param started the services that are pending or created; emptied one by one
 * @param given services that were not created by the container, which are not disposed of
 */
export async function disposeOfAll(started: Set<Service>, given: ReadonlySet<unknown>): Promise<void> {
  do await Promise.allSettled(Array.from(started, ({ result }) => result));
  while ([...started].some(({ status }) => status === 'pending'));
  const errors: unknown[] = [];
  const remaining = new Set(started);
  for (let service = lastOf(remaining); service !== undefined; service = lastOf(remaining)) {
    const { value, isOwn } = service;
    remaining.delete(service);
    service.status = 'disposing';
    try {
      // Two factories may return the same object, which is disposed of with the older service.
      const isShared = [...remaining].some((older) => older.value === value);
      if (isOwn && !isShared && !given.has(value)) await disposeOf(value);
    } catch (error) {
      errors.push(error);
    }
    service.status = undefined;
    started.delete(service);
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) {
    const message = `${errors.length} services could not be disposed of.`;
    throw Object.assign(new AggregateError(errors, message), { code: 'FW_SERVICES_NOT_DISPOSED' });
  }
}

/** The service that was created last and that no other service needs, because a factory may keep a pending promise. */
function lastOf(services: ReadonlySet<Service>): Service | undefined {
  const all = [...services];
  return all.findLast((service) => !all.some(({ needs }) => needs.has(service))) ?? all.at(-1);
}

async function disposeOf(service: unknown): Promise<void> {
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose'] as const) {
    const dispose: unknown = (service as Record<string | symbol, unknown> | null | undefined)?.[name];
    if (typeof dispose === 'function') return Reflect.apply(dispose, service, []);
  }
}
