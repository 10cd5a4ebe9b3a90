import { inOrderOfNeed, type Making } from './making.ts';

/**
 * Disposes of services in the reverse order of their making, one after the other. A service that fails does not keep
 * the others from being disposed of.
 *
 * @throws what a service threw; an `AggregateError` when there were several
 */
export async function disposeOfAll(makings: ReadonlySet<Making>): Promise<void> {
  const ordered = inOrderOfNeed(makings);
  const errors: unknown[] = [];
  for (const [index, making] of [...ordered.entries()].toReversed()) {
    try {
      // Two factories may hand out one service; it is the older one's.
      const isFirst = ordered.findIndex(({ value }) => value === making.value) === index;
      if (isFirst) await disposeOf(making.value);
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

async function disposeOf(service: unknown): Promise<void> {
  if (typeof service !== 'object' || service === null) return;
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose']) {
    const dispose: unknown = Reflect.get(service, name);
    if (typeof dispose !== 'function') continue;
    await Reflect.apply(dispose, service, []);
    return;
  }
}
