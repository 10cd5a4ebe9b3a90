import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { construct, isInjected } from '../container/inject.ts';
import { InvalidMiddlewareError } from '../error/coded-errors.ts';
import { describe, nameOf } from '../error/describe.ts';
import { didYouMean } from '../error/nearest.ts';

/** A middleware in the form in which it is called; its arguments and its result are the variant's. */
export type Callable = (...args: never[]) => unknown;

/** A middleware value that is turned into a callable when it is first invoked (rule M3). */
export class LazyMiddleware {
  readonly name: string;
  /** Undefined until the value has been resolved. */
  callable: Callable | undefined;
  /** What was warned of already, with `debug`. */
  readonly warnings: Set<string> = new Set();
  /** As it was given. */
  readonly value: unknown;
  readonly #services: LazyServices;

  /** @param name of the value when absent */
  constructor(value: unknown, services: LazyServices, name: string = nameOf(value)) {
    this.name = name;
    this.callable = asCallable(value);
    this.value = value;
    this.#services = services;
  }

  /**
   * In the order of rule M2: a callable, a service of the container, a class, with the services that it asks for.
   *
   * @returns a promise when the service is made asynchronously
   * @throws InvalidMiddlewareError when the value is neither
   */
  resolve(): Callable | Promise<Callable> {
    if (this.callable !== undefined) return this.callable;
    const resolved = this.#services.get(this.value) ?? instantiate(this.value, this.#services);
    if (resolved instanceof Promise) return resolved.then((callable) => (this.callable = callable));
    return (this.callable = resolved);
  }
}

/** The services of a container that stand for middleware, each fetched once, and the classes, each made once. */
export class LazyServices {
  readonly #container: ContainerInterface | undefined;
  readonly #resolved = new Map<unknown, Callable | Promise<Callable>>();

  constructor(container: ContainerInterface | undefined) {
    this.#container = container;
  }

  /** @returns undefined when the value is no service of the container, nor a class that is made with services */
  get(value: unknown): Callable | Promise<Callable> | undefined {
    const known = this.#resolved.get(value);
    if (known !== undefined || !isServiceId(value)) return known;
    if (this.#container?.has(value)) return this.#keep(value, this.#container.get(value));
    return isInjected(value) ? this.#keep(value, construct(value, this.#container)) : undefined;
  }

  /** Keeps what a class was made into, for every place where the class stands. */
  keep(value: unknown, callable: Callable): Callable {
    this.#resolved.set(value, callable);
    return callable;
  }

  /** The ids of the container's services, where it can list them as `ServiceManager` does. */
  get ids(): readonly string[] {
    const { ids } = (this.#container ?? {}) as { ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : [];
  }

  #keep(id: ServiceId, service: unknown): Callable | Promise<Callable> {
    const callable = isThenable(service) ? this.#await(id, service) : toCallable(id, service);
    this.#resolved.set(id, callable);
    return callable;
  }

  // A service that could not be made is asked for again the next time.
  async #await(id: ServiceId, service: PromiseLike<unknown>): Promise<Callable> {
    try {
      const callable = toCallable(id, await service);
      this.#resolved.set(id, callable);
      return callable;
    } catch (error) {
      this.#resolved.delete(id);
      throw error;
    }
  }
}

/** Whether a function must be called with `new`. */
export function isClass(value: unknown): value is new () => unknown {
  if (typeof value !== 'function') return false;
  const prototype = Object.getOwnPropertyDescriptor(value, 'prototype');
  return (
    prototype !== undefined &&
    (prototype.writable === false || typeof prototype.value?.process === 'function')
  );
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** A function, or the `process` method of an object; undefined for anything else. */
function asCallable(value: unknown): Callable | undefined {
  if (typeof value === 'function') return isClass(value) ? undefined : (value as Callable);
  if (typeof value !== 'object' || value === null) return undefined;
  const { process } = value as { process?: unknown };
  return typeof process === 'function' ? (process.bind(value) as Callable) : undefined;
}

function toCallable(id: ServiceId, service: unknown): Callable {
  const callable = asCallable(service);
  if (callable !== undefined) return callable;
  throw new InvalidMiddlewareError(`Lazy-loaded middleware "${nameOf(id)}" is not invokable`);
}

function instantiate(value: unknown, services: LazyServices): Callable {
  if (!isClass(value)) {
    const suggestion = typeof value === 'string' ? didYouMean(value, services.ids) : '';
    throw new InvalidMiddlewareError(
      `The middleware ${describe(value)} is neither callable, nor a service of the container, nor a class` +
        (suggestion === '' ? '.' : `; ${suggestion}`),
    );
  }
  const callable = asCallable(new value());
  if (callable !== undefined) return services.keep(value, callable);
  throw new InvalidMiddlewareError(`The middleware ${describe(value)} has no method "process".`);
}

/** Whether a value may stand for a service of a container. */
export function isServiceId(value: unknown): value is ServiceId {
  return typeof value === 'string' || typeof value === 'symbol' || isClass(value);
}
