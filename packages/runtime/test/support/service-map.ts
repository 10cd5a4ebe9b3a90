import type { ContainerInterface, ServiceId } from '../../src/index.ts';

/** The smallest container: finished services by name. A project may bring its own object of this type. */
export function serviceMap(services: Readonly<Record<string, unknown>>): ContainerInterface {
  return {
    get<T>(id: ServiceId<T>): T {
      return services[keyOf(id)] as T;
    },
    has(id: ServiceId): boolean {
      return Object.hasOwn(services, keyOf(id));
    },
  };
}

function keyOf(id: ServiceId): string {
  return typeof id === 'function' ? id.name : String(id);
}
