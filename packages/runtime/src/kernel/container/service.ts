import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ContainerInterface,
  nameOfId,
  type ServiceFactory,
  type ServiceFactoryClass,
  type ServiceId,
} from './container-interface.ts';
import {
  DuplicateRouteError,
  ServiceNotCreatedError,
  ServiceNotStartedError,
} from '../errors/coded-errors.ts';
import { ConfigError } from '../errors/config-error.ts';
import { messageOf } from '../errors/describe.ts';

/** One service of a container: how it is created, and its state. */
export interface Service {
  readonly id: ServiceId;
  /** For an alias, the id of the service that it points to. */
  readonly alias?: ServiceId;
  /** The class that the service is an instance of, when the service was registered by its class. */
  readonly Class?: ServiceId;
  /** Whether the container creates the service, and therefore disposes of it. */
  readonly isOwn: boolean;
  readonly make: (container: ContainerInterface) => unknown;

  /** Undefined until the service is first requested, and again after its creation failed or it was disposed of. */
  status?: 'pending' | 'made' | 'disposing' | undefined;
  /** Whether its `start()` is running. */
  isStarting?: boolean;
  /** The return value of `get`: the service, or a promise of it. */
  result?: unknown;
  /** The service itself, once it is created. */
  value?: unknown;
  /** The services that its factory requested. */
  needs: Set<Service>;

  /** The last creation: its start in milliseconds since the process began. */
  started?: number;
  /** In milliseconds. */
  duration?: number | undefined;
  /** The service whose factory requested it. */
  askedBy?: ServiceId | undefined;
  error?: unknown;
}

/**
 * A class is an id by itself and not by its name, so that two classes with the same name are two services. When nothing was
 * registered under an id itself,
 * - a class finds the only service that was registered as an instance of it, else the service with its name, unless that is
 *   another class with this name (`factories: { Application: … }` is found by `Application`);
 * - a string finds the only service that was registered under a class with this name.
 */
export function findService(services: ReadonlyMap<ServiceId, Service>, id: ServiceId): Service | undefined {
  const registered = services.get(id);
  if (registered !== undefined || typeof id === 'symbol') return registered;
  const only = (fits: (service: Service) => boolean): Service | undefined => {
    const found = [...services.values()].filter(fits);
    return found.length === 1 ? found[0] : undefined;
  };
  if (typeof id === 'string') return only((service) => isClassNamed(service.id, id));
  const named = id.name === '' ? undefined : services.get(id.name);
  if (named?.Class === id) return named;
  return only(({ Class }) => Class === id) ?? (isClassNamed(named?.Class, id.name) ? undefined : named);
}

function isClassNamed(id: ServiceId | undefined, name: string): boolean {
  return typeof id === 'function' && id.name === name && name !== '';
}

/** Services and all that they need, each one after the services that it needs. */
function inOrder(services: Iterable<Service>): Set<Service> {
  const ordered = new Set<Service>();
  const visit = (service: Service, above: readonly Service[]): void => {
    if (ordered.has(service) || above.includes(service)) return;
    for (const need of service.needs) visit(need, [...above, service]);
    ordered.add(service);
  };
  for (const service of services) visit(service, []);
  return ordered;
}

/** Whether a factory is a class whose `create` method creates the service. */
export function isFactoryClass(
  factory: ServiceFactory | ServiceFactoryClass,
): factory is ServiceFactoryClass {
  const prototype: unknown = factory.prototype;
  return typeof prototype === 'object' && prototype !== null && 'create' in prototype;
}

/** The chain of pending services from one that waits to the one it waits for, both included; undefined without a chain. */
export function chainBetween(
  from: Service,
  to: Service,
  seen: Set<Service> = new Set(),
): Service[] | undefined {
  if (from === to) return [from];
  seen.add(from);
  for (const need of from.needs) {
    const chain = need.status === 'pending' && !seen.has(need) ? chainBetween(need, to, seen) : undefined;
    if (chain !== undefined) return [from, ...chain];
  }
  return undefined;
}

/**
 * Creates a service and keeps it, or the promise of it while it is pending. After an error, the next request tries again.
 *
 * @param consumer the service whose factory requests it
 * @param started gets the service, last when it is finished
 * @throws {@link ServiceNotCreatedError}, or rejects with it
 */
export function createService(
  service: Service,
  consumer: Service | undefined,
  started: Set<Service>,
  make: () => unknown,
): unknown {
  const start = performance.now();
  const finish = (value: unknown): unknown => {
    Object.assign(service, { status: 'made', value, duration: performance.now() - start });
    started.delete(service);
    started.add(service);
    return value;
  };
  const fail = (cause: unknown): never => {
    Object.assign(service, { status: undefined, error: notCreated(service.id, cause) });
    started.delete(service);
    throw service.error;
  };
  const unknown = { needs: new Set(), duration: undefined, error: undefined };
  Object.assign(service, { ...unknown, status: 'pending', started: start, askedBy: consumer?.id });
  started.add(service);
  try {
    const value = make();
    service.result = value instanceof Promise ? value.then(finish, fail) : finish(value);
    return service.result;
  } catch (cause) {
    return fail(cause);
  }
}

/**
 * Calls the method `start()` of created services that have one: one after the other, each one after the services that it needs.
 *
 * @throws {@link ServiceNotStartedError} when one throws; the services after it are not started
 */
export async function startAll(listed: ReadonlySet<Service>): Promise<void> {
  for (const service of inOrder(listed)) {
    if (!listed.has(service)) continue;
    const { value } = service as { value?: { start?(): unknown } | null };
    service.isStarting = true;
    try {
      await value?.start?.();
    } catch (cause) {
      const name = String(nameOfId(service.id));
      throw new ServiceNotStartedError(`The service "${name}" could not be started: ${messageOf(cause)}`, {
        cause,
      });
    } finally {
      service.isStarting = false;
    }
  }
}

/** Services that need each other; the message shows the chain. */
export class CircularServicesError extends ServiceNotCreatedError {
  static override get name(): string {
    return 'CircularServicesError';
  }

  /** @param chain ends with a service that is in it before */
  constructor(chain: readonly ServiceId[]) {
    const names = chain.slice(chain.indexOf(chain.at(-1) as ServiceId)).map((id) => String(nameOfId(id)));
    super(`The services ${names.join(' → ')} need each other; fetch one of them later, when it is used.`);
  }
}

/** One error for several; an error that is clear by itself takes precedence. */
export function combineErrors(errors: readonly unknown[]): unknown {
  if (errors.length === 1) return errors[0];
  const message = errors.map(messageOf).join(' ');
  // `fw check` reports each of the errors.
  const combined = Object.assign(new ServiceNotCreatedError(message, { cause: errors[0] }), { errors });
  return errors.find(isClear) ?? combined;
}

/** Names the service whose factory threw, unless the error is clear by itself. */
export function notCreated(id: ServiceId, cause: unknown): Error {
  if (isClear(cause)) return cause;
  const message = `The service "${String(nameOfId(id))}" could not be created: ${messageOf(cause)}`;
  return new ServiceNotCreatedError(message, { cause });
}

/** A chain that names its services, and errors in the app's own configuration and routes. */
function isClear(error: unknown): error is Error {
  return [CircularServicesError, ConfigError, DuplicateRouteError].some((Class) => error instanceof Class);
}

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
