import type { ContainerInterface, ServiceId } from './container-interface.ts';
import { construct, type ServiceClass, servicesAskedBy } from './inject.ts';

/** One service of a container: how it is made, and what came of it. */
export interface Service {
  readonly id: ServiceId;
  /** The id that this one is another name of. */
  readonly alias?: ServiceId;
  /** The class that it is an instance of, where it was registered as such. */
  readonly Class?: ServiceId;
  /** Whether the container makes it, so that it also disposes of it. */
  readonly isOwn: boolean;
  readonly make: (container: ContainerInterface) => unknown;

  /** Undefined until it is first asked for, and again when making it has failed or it has been disposed of. */
  status?: 'pending' | 'made' | 'disposing' | undefined;
  /** What those who ask are given: the service, or the promise of it. */
  result?: unknown;
  /** The service itself, once it is made. */
  value?: unknown;
  /** What was asked for while this was pending. */
  needs: Set<Service>;

  // Of the last time that it was made, or was to be: when, in milliseconds since the process began; for how long; for which
  // service; and what it failed with.
  started?: number;
  duration?: number | undefined;
  askedBy?: ServiceId | undefined;
  error?: unknown;
}

/**
 * A service that is an instance of a class.
 *
 * @throws InvalidArgumentError when the class has a static `inject` that is no list of service ids
 */
export function instanceOf(Class: ServiceClass, id: ServiceId): Service {
  servicesAskedBy(Class);
  return { id, Class, isOwn: true, make: (container) => construct(Class, container), needs: new Set() };
}

/**
 * A class is an id by itself and not by its name, so that two classes of one name are two services. Where nothing was
 * registered under an id itself,
 * - a class finds the one service that was registered as an instance of it, else the service that has its name, unless that
 *   is of another class so called (`factories: { Application: … }` is found by `Application`);
 * - a string finds the one service that was registered under a class of this name.
 */
export function findService(services: ReadonlyMap<ServiceId, Service>, id: ServiceId): Service | undefined {
  const registered = services.get(id);
  if (registered !== undefined || typeof id === 'symbol') return registered;
  const those = (fits: (service: Service) => boolean): Service[] => [...services.values()].filter(fits);
  if (typeof id === 'string') return onlyOne(those((service) => isClassCalled(service.id, id)));
  const named = id.name === '' ? undefined : services.get(id.name);
  if (named?.Class === id) return named;
  const instance = onlyOne(those(({ Class }) => Class === id));
  return instance ?? (isClassCalled(named?.Class, id.name) ? undefined : named);
}

function isClassCalled(id: ServiceId | undefined, name: string): boolean {
  return typeof id === 'function' && id.name === name && name !== '';
}

function onlyOne<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** The way from one service to another by what each waits for, both included; undefined when there is none. */
export function wayBetween(
  from: Service,
  to: Service,
  seen: Set<Service> = new Set(),
): Service[] | undefined {
  if (from === to) return [from];
  seen.add(from);
  for (const need of from.needs) {
    const way = need.status === 'pending' && !seen.has(need) ? wayBetween(need, to, seen) : undefined;
    if (way !== undefined) return [from, ...way];
  }
  return undefined;
}
