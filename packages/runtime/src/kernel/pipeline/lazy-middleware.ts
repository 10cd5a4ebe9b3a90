import type { ContainerInterface, ServiceId } from '../container/container-interface.ts';
import { construct } from '../container/inject.ts';
import { InvalidMiddlewareError } from '../errors/coded-errors.ts';
import { describe, didYouMean, isPlainClass, nameOf } from '../errors/describe.ts';
import { type Callable, contractOf, GUARD } from './contract.ts';

/** A middleware value that is turned into a function when it is first called (rule M3). */
export class LazyMiddleware {
  readonly name: string;
  /** Undefined until the value has been resolved. */
  callable: Callable | undefined;
  /** The value itself, or the service or the instance of the class that it names; undefined until the value has been resolved. */
  resolved: unknown;
  /** Warnings that were logged already; with `debug` only. */
  readonly warnings: Set<string> = new Set();
  /** The value that was registered. */
  readonly value: unknown;
  readonly #services: LazyServices;

  /** @param name the name of the value when absent */
  constructor(value: unknown, services: LazyServices, name: string = nameOf(value)) {
    this.name = name;
    this.value = value;
    this.#services = services;
    this.#keep(toResolved(value, services.checksResponses));
  }

  /**
   * Resolves in the order of rule M2: a function, a service of the container, a class, created with the services that it injects.
   *
   * @returns a promise when the service is created asynchronously
   * @throws {@link InvalidMiddlewareError} for any other value
   */
  resolve(): Callable | Promise<Callable> {
    if (this.callable !== undefined) return this.callable;
    const resolved = this.#services.get(this.value);
    if (resolved === undefined) throw notMiddleware(this.value, this.#services.ids);
    return resolved instanceof Promise
      ? resolved.then((later) => this.#keep(later) as Callable)
      : (this.#keep(resolved) as Callable);
  }

  /** Resolves the middleware and calls it, synchronously if possible. */
  invoke(...args: unknown[]): unknown {
    const callable = this.resolve();
    return typeof callable === 'function'
      ? callable(...(args as never[]))
      : callable.then((later) => later(...(args as never[])));
  }

  #keep(resolved: Resolved | undefined): Callable | undefined {
    this.resolved = resolved?.middleware;
    return (this.callable = resolved?.callable);
  }
}

interface Resolved {
  readonly middleware: unknown;
  readonly callable: Callable;
}

/** Resolves middleware that is registered as a service or a class, each once. */
export class LazyServices {
  /** Whether the responses of middleware with a contract are checked. */
  readonly checksResponses: boolean;
  readonly #container: ContainerInterface | undefined;
  readonly #resolved = new Map<unknown, Resolved | Promise<Resolved>>();

  constructor(container: ContainerInterface | undefined, checksResponses = false) {
    this.#container = container;
    this.checksResponses = checksResponses;
  }

  /** @returns undefined when the value is neither a service of the container nor a class */
  get(value: unknown): Resolved | Promise<Resolved> | undefined {
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

  /** The ids of the container's services; empty if it can't list them as `ServiceManager` does. */
  get ids(): readonly string[] {
    const { ids } = (this.#container ?? {}) as { ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : [];
  }

  /** @param problem message for a service that isn't middleware */
  #keep(id: ServiceId, made: unknown, problem: string): Resolved | Promise<Resolved> {
    const resolved = isThenable(made) ? this.#await(id, made, problem) : this.#check(made, problem);
    this.#resolved.set(id, resolved);
    return resolved;
  }

  // A service that couldn't be created is requested again the next time.
  async #await(id: ServiceId, made: PromiseLike<unknown>, problem: string): Promise<Resolved> {
    try {
      const resolved = this.#check(await made, problem);
      this.#resolved.set(id, resolved);
      return resolved;
    } catch (error) {
      this.#resolved.delete(id);
      throw error;
    }
  }

  #check(made: unknown, problem: string): Resolved {
    const resolved = toResolved(made, this.checksResponses);
    if (resolved !== undefined) return resolved;
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

/** A function, or the `process` method of an object, guarded by its contract; undefined for anything else. */
function toResolved(middleware: unknown, checksResponse: boolean): Resolved | undefined {
  const callable = callableOf(middleware);
  if (callable === undefined) return undefined;
  const contract = contractOf(middleware);
  return { middleware, callable: contract ? contract[GUARD](callable, checksResponse) : callable };
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

/** Whether a value can be the id of a service. */
export function isServiceId(value: unknown): value is ServiceId {
  return typeof value === 'string' || typeof value === 'symbol' || isClass(value);
}

/**
 * The method of middleware that is composed together with its pipeline instead of being called with `next`: pipes,
 * applications, routing, dispatch, and middleware that needs the application's context.
 */
export const COMPOSE: unique symbol = Symbol('compose');

/** Middleware that is composed with the rest of the pipeline. `Rest` is the variant's composed pipeline. */
export interface Composable<Rest, Context> {
  /** @param context the context of the application that the middleware is registered in */
  [COMPOSE](rest: Rest, context: Context): Rest;
}

export function isComposable<Rest, Context>(middleware: unknown): middleware is Composable<Rest, Context> {
  return middleware !== null && middleware !== undefined && COMPOSE in Object(middleware);
}

/** A middleware in its place in a composed pipeline. It is bound to this place when it is resolved. */
export class PlacedMiddleware {
  /** Undefined until the middleware is resolved. */
  call: Callable | undefined;
  readonly lazy: LazyMiddleware;
  readonly #compose: (middleware: Composable<never, never>) => Callable;

  /** @param compose composes the middleware with the rest of the pipeline, into a function with the arguments of middleware */
  constructor(lazy: LazyMiddleware, compose: (middleware: Composable<never, never>) => Callable) {
    this.lazy = lazy;
    this.#compose = compose;
    if (lazy.callable !== undefined) this.call = this.#bind(lazy.callable);
    else if (isComposable<never, never>(lazy.value)) this.call = compose(lazy.value);
  }

  /** Resolves the middleware and calls it, synchronously if possible. */
  invoke(...given: unknown[]): unknown {
    if (this.call !== undefined) return this.call(...(given as never[]));
    const resolved = this.lazy.resolve();
    const call = (callable: Callable): unknown => (this.call ??= this.#bind(callable))(...(given as never[]));
    return typeof resolved === 'function' ? call(resolved) : resolved.then(call);
  }

  #bind(callable: Callable): Callable {
    const { resolved } = this.lazy;
    return isComposable<never, never>(resolved) ? this.#compose(resolved) : callable;
  }
}
