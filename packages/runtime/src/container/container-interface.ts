/** Ids of services and their types; a site augments it: `declare module 'fw-runtime' { interface Services { db: Db } }`. */
export interface Services {}

/**
 * Ids of services and their types as the configuration tells them: `fw types` fills it. What stands in `Services` counts more.
 */
export interface ConfiguredServices {}

/** What the framework itself asks a container for, by id; all of it may be absent. See application/framework-services.ts. */
export interface FrameworkServices {}

/** The id of a service of type T: a string, a symbol, or a class, whose id is its name. */
export type ServiceId<T = unknown> = string | symbol | (abstract new (...args: never[]) => T);

/** What supplies services by id (container-interop, PSR-11). */
export interface ContainerInterface {
  /**
   * @throws ServiceNotFoundError when there is none of this id
   * @throws ServiceNotCreatedError when creating it fails
   */
  get<Id extends keyof Services>(id: Id): Services[Id];
  get<Id extends keyof ConfiguredServices>(id: Id): ConfiguredServices[Id];
  get<Id extends keyof FrameworkServices>(id: Id): FrameworkServices[Id];
  get<T>(id: ServiceId<T>): T;
  has(id: ServiceId): boolean;
}

/** Where a container has what stands for it and for the views that it gives to factories. */
export const IDENTITY: unique symbol = Symbol.for('fw-runtime.container');

/** The same for a container and its views. */
export function identityOf(container: ContainerInterface & { readonly [IDENTITY]?: object }): object {
  return container[IDENTITY] ?? container;
}

/** An id as it is told: a class by its name. */
export function nameOfId(id: ServiceId): string | symbol {
  return typeof id === 'function' ? id.name : id;
}
