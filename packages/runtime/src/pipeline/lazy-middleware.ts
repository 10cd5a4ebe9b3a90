import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { construct } from '../container/inject.ts';
import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { describe, isPlainClass, nameOf } from '../errors/describe.ts';
import { didYouMean } from '../errors/nearest.ts';
import type { Callable } from './callable.ts';
import { contractOf, GUARD } from './kept-contract.ts';

type AnyCallable = (...args: unknown[]) => unknown;

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
    this.callable = asCallable(value, services.checksResponses);
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
    const resolved = this.#services.get(this.value);
    if (resolved === undefined) throw notMiddleware(this.value, this.#services.ids);
    if (resolved instanceof Promise) return resolved.then((callable) => (this.callable = callable));
    return (this.callable = resolved);
  }

  /** Resolves and calls it; at once where that is possible. */
  invoke(...args: unknown[]): unknown {
    const callable = this.resolve() as AnyCallable | Promise<AnyCallable>;
    return typeof callable === 'function'
      ? callable(...args)
      : callable.then((resolved) => resolved(...args));
  }
}

/** What a composed pipeline needs of a middleware. */
export type InvokedMiddleware = Pick<LazyMiddleware, 'name' | 'callable' | 'warnings' | 'invoke'>;

/** The services of a container that stand for middleware, each fetched once, and the classes, each made once. */
export class LazyServices {
  /** Whether what middleware with a contract answer is checked. */
  readonly checksResponses: boolean;
  readonly #container: ContainerInterface | undefined;
  readonly #resolved = new Map<unknown, Callable | Promise<Callable>>();

  constructor(container: ContainerInterface | undefined, checksResponses = false) {
    this.#container = container;
    this.checksResponses = checksResponses;
  }

  /** @returns undefined when the value is no service of the container, nor a class */
  get(value: unknown): Callable | Promise<Callable> | undefined {
    const known = this.#resolved.get(value);
    if (known !== undefined || !isServiceId(value)) return known;
    if (this.#container?.has(value)) {
      const problem = `Lazy-loaded middleware "${nameOf(value)}" is not invokable`;
      return this.#keep(value, this.#container.get(value), problem);
    }
    if (!isClass(value)) return undefined;
    const problem = `The middleware ${describe(value)} has no method "process".`;
    return this.#keep(value, construct(value, this.#container), problem);
  }

  /** The ids of the container's services, where it can list them as `ServiceManager` does. */
  get ids(): readonly string[] {
    const { ids } = (this.#container ?? {}) as { ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : [];
  }

  /** @param problem told when it is no middleware */
  #keep(id: ServiceId, made: unknown, problem: string): Callable | Promise<Callable> {
    const callable = isThenable(made) ? this.#await(id, made, problem) : this.#toCallable(made, problem);
    this.#resolved.set(id, callable);
    return callable;
  }

  // A service that could not be made is asked for again the next time.
  async #await(id: ServiceId, made: PromiseLike<unknown>, problem: string): Promise<Callable> {
    try {
      const callable = this.#toCallable(await made, problem);
      this.#resolved.set(id, callable);
      return callable;
    } catch (error) {
      this.#resolved.delete(id);
      throw error;
    }
  }

  #toCallable(made: unknown, problem: string): Callable {
    const callable = asCallable(made, this.checksResponses);
    if (callable !== undefined) return callable;
    throw new InvalidMiddlewareError(problem);
  }
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

/** A function, or the `process` method of an object, guarded by the contract it has; undefined for anything else. */
function asCallable(value: unknown, checksResponse: boolean): Callable | undefined {
  const callable = callableOf(value);
  const contract = callable && contractOf(value);
  return callable && contract ? contract[GUARD](callable, checksResponse) : callable;
}

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

/** Whether a value may stand for a service of a container. */
export function isServiceId(value: unknown): value is ServiceId {
  return typeof value === 'string' || typeof value === 'symbol' || isClass(value);
}
