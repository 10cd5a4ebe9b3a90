import type { ContainerInterface, ServiceId } from './container-interface.ts';
import type { ServiceClass } from './inject.ts';

/** Makes a service. It may be asynchronous: `get` then returns the promise. */
export type ServiceFactory<T = unknown> = (container: ContainerInterface) => T;

/** A class whose instances make a service. */
export type ServiceFactoryClass<T = unknown> = new () => { create(container: ContainerInterface): T };

/** Changes a service after it is made: wraps it, or replaces it. */
export type ServiceDelegator<T = unknown> = (
  container: ContainerInterface,
  id: string | symbol,
  make: () => T,
) => T;

/** What a `ServiceManager` supplies; every map is keyed by the service's id. */
export interface DependencyConfig {
  /** Finished values. */
  readonly services?: Readonly<Record<string | symbol, unknown>>;
  /** Classes that are made with the services of their static `inject`, else without arguments. */
  readonly invokables?: Readonly<Record<string | symbol, ServiceClass>>;
  readonly factories?: Readonly<Record<string | symbol, ServiceFactory | ServiceFactoryClass>>;
  /** Other ids for a service: alias to id. */
  readonly aliases?: Readonly<Record<string | symbol, ServiceId>>;
  /** Applied in order, the last one outermost. */
  readonly delegators?: Readonly<Record<string | symbol, readonly ServiceDelegator[]>>;
}

/** Whether a factory is a class whose `create` makes the service. */
export function isFactoryClass(
  factory: ServiceFactory | ServiceFactoryClass,
): factory is ServiceFactoryClass {
  const prototype: unknown = factory.prototype;
  return typeof prototype === 'object' && prototype !== null && 'create' in prototype;
}

/** What stands in one of the maps, symbols included. */
export function entriesOf<T>(map: Readonly<Record<string | symbol, T>> | undefined): [string | symbol, T][] {
  return Reflect.ownKeys(map ?? {}).map((key) => [key, (map as Record<string | symbol, T>)[key] as T]);
}
