import type { ServiceId } from './container-interface.ts';
import { inOrderOfNeed, type Making, pendingOf } from './making.ts';

// Where the runtime has it, it tells of a call whether it comes out of a disposal, also after an await there.
const AsyncLocalStorage = globalThis.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage;

/** The disposal of the services of a container, while it runs. */
export class Disposal {
  readonly done: Promise<void>;
  readonly #inside = AsyncLocalStorage && new AsyncLocalStorage<boolean>();
  #current: Making | undefined;

  /**
   * Disposes of services in the reverse order of their making, one after the other, when what is pending has been made.
   * A service that fails does not keep the others from being disposed of.
   *
   * @param makings emptied once nothing is pending
   * @param given services that others made, who also dispose of them
   */
  constructor(makings: Set<Making>, given: ReadonlySet<unknown>) {
    this.done = this.#run(makings, given);
  }

  /**
   * Whether the code that runs was called by a service that is being disposed of, so that it must not wait for the end.
   * Where the runtime cannot tell, it may be.
   */
  get isAround(): boolean {
    return this.#inside === undefined || this.#inside.getStore() === true;
  }

  /** The service that is being disposed of at this moment. */
  get current(): ServiceId | undefined {
    return this.#current?.service.id;
  }

  async #run(makings: Set<Making>, given: ReadonlySet<unknown>): Promise<void> {
    for (let pending = pendingOf(makings); pending.length > 0; pending = pendingOf(makings)) {
      await Promise.allSettled(pending.map(({ result }) => result));
    }
    const ordered = inOrderOfNeed(makings);
    makings.clear();
    const errors: unknown[] = [];
    for (const [index, making] of [...ordered.entries()].toReversed()) {
      try {
        // Two factories may hand out one service; it is the older one's.
        const isFirst = ordered.findIndex(({ value }) => value === making.value) === index;
        if (isFirst && !given.has(making.value)) await this.#disposeOf(making);
      } catch (error) {
        errors.push(error);
      } finally {
        making.forget();
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1)
      throw new AggregateError(errors, `${errors.length} services could not be disposed of.`);
  }

  async #disposeOf(making: Making): Promise<void> {
    this.#current = making;
    const dispose = (): Promise<void> => disposeOf(making.value);
    await (this.#inside === undefined ? dispose() : this.#inside.run(true, dispose));
    this.#current = undefined;
  }
}

async function disposeOf(service: unknown): Promise<void> {
  if ((typeof service !== 'object' && typeof service !== 'function') || service === null) return;
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose']) {
    const dispose: unknown = Reflect.get(service, name);
    if (typeof dispose !== 'function') continue;
    await Reflect.apply(dispose, service, []);
    return;
  }
}
