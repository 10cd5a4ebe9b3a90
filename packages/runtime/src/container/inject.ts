import { callOrigin } from '#development/call-sites';
import { ContainerNotRegisteredError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { describe, nameOf } from '../errors/describe.ts';
import type { ContainerInterface, ServiceId } from './container-interface.ts';
import { oneOf } from './not-created.ts';
import type { ServicesOf } from './service-types.ts';

/**
 * A class that says by its static `inject` which services its constructor takes. Wherever a class may stand, such a one is
 * made with them.
 *
 * @example
 * class ShowPost {
 *   static readonly inject = ['posts', Clock] as const;
 *   constructor(posts: Posts, clock: Clock) { … }
 *   process(request: ServerRequest): HttpResponse { … }
 * }
 */
export interface InjectedClass<T, Ids extends readonly ServiceId[]> {
  readonly inject: Ids;
  new (...services: ServicesOf<Ids>): T;
}

/** A class as it is given: with a static `inject` that fits its constructor, or with neither that nor parameters. */
export interface GivenClass<T, Ids extends readonly ServiceId[]> {
  readonly inject?: Ids;
  new (...services: ServicesOf<Ids>): T;
}

/** An injected class where many stand together, so that the types of their services are not compared. */
export interface LooseInjectedClass<T = unknown> {
  readonly inject: readonly ServiceId[];
  new (...services: never[]): T;
}

/** A class that a container can make. */
export type ServiceClass = (new () => unknown) | LooseInjectedClass;

/**
 * Makes middleware, or any service, of a function that takes services: it may stand where a class with a static `inject`
 * may, and the function is called once.
 *
 * @param make gives a function or an object
 * @throws InvalidArgumentError when `ids` is no list of service ids, or `make` is no function
 * @example app.get('/now', inject([Clock], (clock) => () => new TextResponse(clock.now())));
 */
export function inject<const Ids extends readonly ServiceId[], T extends object>(
  ids: Ids,
  make: (...services: ServicesOf<Ids>) => T,
): InjectedClass<T, Ids> {
  const named = `inject(${checkedIds(ids, 'inject()').map(nameOf).join(', ')})`;
  if (typeof make !== 'function') {
    throw new InvalidArgumentError('make of inject()', 'a function that takes the services', make);
  }
  class Injected {
    static readonly inject: Ids = ids;

    constructor(...services: ServicesOf<Ids>) {
      // An object that a constructor returns is what `new` gives.
      // oxlint-disable-next-line no-constructor-return
      return make(...services);
    }
  }
  Object.defineProperty(Injected, 'name', { value: make.name || named });
  const isProduction = globalThis.process?.env?.['NODE_ENV'] === 'production';
  const made: Made = { isNamed: make.name !== '', place: isProduction ? undefined : callOrigin() };
  return Object.assign(Injected as InjectedClass<T, Ids>, { [MADE]: made });
}

const MADE = Symbol('inject()');

/** How `inject()` was called. */
interface Made {
  /** Whether its function has a name. */
  readonly isNamed: boolean;
  /** Undefined in production. */
  readonly place: ReturnType<typeof callOrigin>;
}

/** How a value was made by `inject()`; undefined for any other. */
export function madeByInject(value: unknown): Made | undefined {
  return typeof value === 'function' ? (value as { readonly [MADE]?: Made })[MADE] : undefined;
}

/** Whether a value is a class that has a static `inject`, its own or that of a class which it extends. */
export function isInjected(value: unknown): value is LooseInjectedClass {
  return typeof value === 'function' && 'inject' in value;
}

/**
 * Makes an object of a class: with the services of its static `inject`, else without arguments.
 *
 * @returns a promise when a service is asynchronous
 * @throws InvalidArgumentError when `inject` is no list of service ids
 * @throws ContainerNotRegisteredError when it asks for services and there is no container
 * @throws ServicesNotCreatedError when several services are missing
 */
export function construct(Class: ServiceClass, container: ContainerInterface | undefined): unknown {
  const ids = servicesAskedBy(Class);
  if (ids.length === 0) return Reflect.construct(Class, []);
  if (container === undefined) {
    const names = ids.map(nameOf).join(', ');
    throw new ContainerNotRegisteredError(
      `The ${describe(Class)} is made with the services ${names}, but this application has no container`,
    );
  }
  const services: unknown[] = [];
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      services.push(container.get(id));
    } catch (error) {
      // The others are asked for all the same, so that all that is missing is told at once.
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    // Nobody else waits for those that are pending.
    void Promise.allSettled(services);
    throw oneOf(errors);
  }
  if (!services.some((service) => service instanceof Promise)) return Reflect.construct(Class, services);
  return Promise.all(services).then((made) => Reflect.construct(Class, made) as unknown);
}

/**
 * The ids of the services that a class is made with; none where it has no static `inject`.
 *
 * @throws InvalidArgumentError when `inject` is no list of service ids
 */
export function servicesAskedBy(Class: ServiceClass): readonly ServiceId[] {
  return isInjected(Class) ? checkedIds(Class.inject, describe(Class)) : [];
}

function checkedIds(ids: unknown, place: string): readonly ServiceId[] {
  if (!Array.isArray(ids)) {
    throw new InvalidArgumentError(
      `inject of ${place}`,
      'a list of service ids, such as ["db", Clock] as const',
      ids,
    );
  }
  const wrong = ids.findIndex((id) => !['string', 'symbol', 'function'].includes(typeof id));
  if (wrong === -1) return ids as readonly ServiceId[];
  const hint = ids[wrong] === undefined ? ' Do two modules import each other?' : '';
  throw new InvalidArgumentError(
    `inject[${wrong}] of ${place}`,
    'a service id: a text, a symbol or a class',
    ids[wrong],
    hint,
  );
}
