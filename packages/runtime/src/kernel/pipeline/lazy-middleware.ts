import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { construct } from '../container/inject.ts';
import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { describe, didYouMean, isPlainClass, nameOf } from '../errors/describe.ts';
import { type Callable, contractOf, GUARD } from './middleware-contract.ts';

/** A middleware value that is turned into a function when it is first called (rule M3). */
export class LazyMiddleware {
  readonly name: string;
  /** Undefined until the value has been resolved. */
  callable: Callable | undefined;
  /** The value itself, or the service or the instance of the class that it names; undefined until the value has been resolved. */
  resolved: unknown;
  /** The value that was registered. */
  readonly value: unknown;
  readonly #services: LazyServices;
  readonly #warnings = new Set<string>();

  /** @param name the name of the value when absent */
  constructor(value: unknown, services: LazyServices, name: string = nameOf(value)) {
    this.name = name;
    this.value = value;
    this.#services = services;
    this.#keep(value);
  }

  /**
   * Resolves in the order of rule M2: a function, a service of the container, a class, created with the services that it injects.
   *
   * @returns a promise when the service is created asynchronously
   * @throws {@link InvalidMiddlewareError} for any other value
   */
  resolve(): Callable | Promise<Callable> {
    if (this.callable !== undefined) return this.callable;
    const service = this.#services.get(this.value);
    if (service === undefined) throw notMiddleware(this.value, this.#services.ids);
    return service instanceof Promise
      ? service.then((later) => this.#keep(later) as Callable)
      : (this.#keep(service) as Callable);
  }

  /** Resolves the middleware and calls it, synchronously if possible. */
  invoke(...args: unknown[]): unknown {
    const callable = this.resolve();
    return typeof callable === 'function'
      ? callable(...(args as never[]))
      : callable.then((later) => later(...(args as never[])));
  }

  /**
   * Logs a warning about the middleware, once and not for each request.
   *
   * @param place added to the first warning, such as the request
   */
  warn(log: { warn(message: string): void }, problem: string, place = ''): void {
    if (this.#warnings.has(problem)) return;
    this.#warnings.add(problem);
    log.warn(`The middleware ${this.name} ${problem}${place}`);
  }

  /** Keeps a function, or the `process` method of an object, guarded by its contract. */
  #keep(middleware: unknown): Callable | undefined {
    const callable = callableOf(middleware);
    if (callable === undefined) return undefined;
    const contract = contractOf(middleware);
    this.resolved = middleware;
    this.callable = contract ? contract[GUARD](callable, this.#services.checksResponses) : callable;
    return this.callable;
  }
}

/** Resolves middleware that is registered as a service or a class, each once. */
export class LazyServices {
  /** Whether the responses of middleware with a contract are checked. */
  readonly checksResponses: boolean;
  readonly #container: ContainerInterface | undefined;
  readonly #services = new Map<unknown, unknown>();

  constructor(container: ContainerInterface | undefined, checksResponses = false) {
    this.#container = container;
    this.checksResponses = checksResponses;
  }

  /** @returns undefined when the value is neither a service of the container nor a class */
  get(value: unknown): unknown {
    const known = this.#services.get(value);
    if (known !== undefined || !isServiceId(value)) return known;
    if (this.#container?.has(value)) {
      const problem = `Lazy-loaded middleware "${nameOf(value)}" is not invokable`;
      return this.#keep(value, this.#container.get(value), problem);
    }
    if (!isClass(value)) return undefined;
    const problem = `The middleware ${describe(value)} has no method "process".`;
    return this.#keep(value, construct(value, this.#container), problem);
  }

  /** The ids of the container's services; empty if it can't list them as `ServiceManager` does. */
  get ids(): readonly string[] {
    const { ids } = (this.#container ?? {}) as { ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : [];
  }

  /** @param problem message for a service that isn't middleware */
  #keep(id: ServiceId, created: unknown, problem: string): unknown {
    const service = isThenable(created) ? this.#await(id, created, problem) : check(created, problem);
    this.#services.set(id, service);
    return service;
  }

  // A service that couldn't be created is requested again the next time.
  async #await(id: ServiceId, created: PromiseLike<unknown>, problem: string): Promise<unknown> {
    try {
      const service = check(await created, problem);
      this.#services.set(id, service);
      return service;
    } catch (error) {
      this.#services.delete(id);
      throw error;
    }
  }
}

function check(service: unknown, problem: string): unknown {
  if (callableOf(service) !== undefined) return service;
  throw new InvalidMiddlewareError(problem);
}

/** Whether a function must be called with `new`. */
export function isClass(value: unknown): value is new () => unknown {
  return (
    typeof value === 'function' && (isPlainClass(value) || typeof value.prototype?.process === 'function')
  );
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** A function, or the `process` method of an object; undefined for anything else. */
function callableOf(value: unknown): Callable | undefined {
  if (typeof value === 'function') return isClass(value) ? undefined : (value as Callable);
  if (typeof value !== 'object' || value === null) return undefined;
  const { process } = value as { process?: unknown };
  return typeof process === 'function' ? (process.bind(value) as Callable) : undefined;
}

function notMiddleware(value: unknown, ids: readonly string[]): InvalidMiddlewareError {
  const suggestion = typeof value === 'string' ? didYouMean(value, ids) : '';
  return new InvalidMiddlewareError(
    `The middleware ${describe(value)} is neither callable, nor a service of the container, nor a class` +
      (suggestion === '' ? '.' : `; ${suggestion}`),
  );
}

/** Whether a value can be the id of a service. */
export function isServiceId(value: unknown): value is ServiceId {
  return typeof value === 'string' || typeof value === 'symbol' || isClass(value);
}
