import { type ContainerInterface, IDENTITY, nameOfId, type ServiceId } from './container-interface.ts';

/** A service that is being made. */
export interface ServiceMaking {
  /** A class by its name, a symbol as text. */
  readonly id: string;
  /** The service whose factory asked for it; absent: none did, as where a middleware is fetched. */
  readonly askedBy?: string;
}

/**
 * Stands around the making of a service: calls `make` once and gives what it gave, a promise where the service is
 * asynchronous, or throws what it threw.
 */
export type ServiceObserver = (making: ServiceMaking, make: () => unknown) => unknown;

/** How a `ServiceManager` makes a service that is observed. */
export type Observed = (making: {
  readonly id: ServiceId;
  readonly asker: ServiceId | undefined;
  readonly make: () => unknown;
}) => unknown;

/**
 * Has an observer stand around the making of every service from now on; the one that was added last is outermost. A
 * function that observes already is not added again. Only a `ServiceManager` can be observed; with another container, or
 * none, nothing happens.
 *
 * @returns what ends it
 * @example
 * const end = observeServices(container, ({ id }, make) => {
 *   console.log(`making ${id}`);
 *   return make();
 * });
 */
export function observeServices(
  container: ContainerInterface | undefined,
  observer: ServiceObserver,
): () => void {
  const manager = (container as { [IDENTITY]?: Manager } | undefined)?.[IDENTITY];
  if (manager === undefined) return () => {};
  const observers = (manager[OBSERVERS] ??= new Set());
  observers.add(observer);
  manager.observed = ({ id, asker, make }) => {
    const askedBy = asker !== undefined && { askedBy: String(nameOfId(asker)) };
    const making = { id: String(nameOfId(id)), ...askedBy };
    return [...observers].reduce<() => unknown>((inner, each) => () => each(making, inner), make)();
  };
  return () => void observers.delete(observer);
}

// Shared by all copies of this module in a process.
const OBSERVERS: unique symbol = Symbol.for('fw-runtime.service-observers');

/** What is set of a `ServiceManager`. */
interface Manager {
  observed: Observed;
  [OBSERVERS]?: Set<ServiceObserver>;
}
