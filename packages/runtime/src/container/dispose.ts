import type { Service } from './service.ts';

// Where the runtime has it, it tells of a call whether it comes out of a disposal, also after an await there.
const AsyncLocalStorage = globalThis.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;

/** The disposal of the services of a container, while it runs. */
export class Disposal {
  readonly done: Promise<void>;
  readonly #inside = AsyncLocalStorage && new AsyncLocalStorage<true>();

  /** @param run asynchronous from its first line on */
  constructor(run: () => Promise<void>) {
    this.done = this.#inside === undefined ? run() : this.#inside.run(true, run);
  }

  /**
   * Whether the code that runs was called by a service that is being disposed of, so that it must not wait for the end.
   * Where the runtime cannot tell, it may be.
   */
  get isAround(): boolean {
    return this.#inside === undefined || this.#inside.getStore() === true;
  }
}

/**
 * Disposes of services in the reverse order of their making, one after the other, when what is pending has been made.
 * One that fails does not keep the others from being disposed of.
 *
 * @param started the services that are pending or made; emptied one by one
 * @param given services that others made, who also dispose of them
 */
export async function disposeOfAll(started: Set<Service>, given: ReadonlySet<unknown>): Promise<void> {
  do await Promise.allSettled([...started].map(({ result }) => result));
  while ([...started].some(({ status }) => status === 'pending'));
  const errors: unknown[] = [];
  const left = new Set(started);
  for (let service = lastOf(left); service !== undefined; service = lastOf(left)) {
    const { value, isOwn } = service;
    left.delete(service);
    service.status = 'disposing';
    try {
      // Two factories may hand out one service; it belongs to the older one.
      const isLeft = [...left].some((older) => older.value === value);
      if (isOwn && !isLeft && !given.has(value)) await disposeOf(value);
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

/** The one that was made last, but for those that others still need: a factory may hold on to a mere promise. */
function lastOf(services: ReadonlySet<Service>): Service | undefined {
  const all = [...services];
  return all.findLast((service) => !all.some(({ needs }) => needs.has(service))) ?? all.at(-1);
}

async function disposeOf(service: unknown): Promise<void> {
  if ((typeof service !== 'object' && typeof service !== 'function') || service === null) return;
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose']) {
    const dispose: unknown = Reflect.get(service, name);
    if (typeof dispose === 'function') return Reflect.apply(dispose, service, []);
  }
}
