import { callOrigin } from '#call-sites';
import { ContainerNotRegisteredError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { describe, nameOf, nearest } from '../errors/describe.ts';
import {
  type ContainerInterface,
  IDENTITY,
  type InjectedClass,
  type KnownServiceId,
  type LooseInjectedClass,
  type ServiceClass,
  type ServiceId,
  type ServicesOf,
} from './container-interface.ts';
import { combineErrors } from './service.ts';

/**
 * Injects services into a function that returns middleware, or any other object. Pass the result where a class with a
 * static `inject` is accepted; the function is called once.
 *
 * @param ids the ids of the services, in the order of the function's parameters
 * @param make a function that gets the services, and returns a function or an object
 * @returns a class with a static `inject`
 * @throws {@link InvalidArgumentError} when `ids` is no array of service ids, or `make` is no function
 * @example app.get('/now', inject([Clock], (clock) => () => new TextResponse(clock.now())));
 */
export function inject<const Ids extends readonly KnownServiceId[], T extends object>(
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
      // `new` returns the object that a constructor returns.
      // oxlint-disable-next-line no-constructor-return
      return make(...services);
    }
  }
  Object.defineProperty(Injected, 'name', { value: make.name || named });
  const isProduction = globalThis.process?.env?.['NODE_ENV'] === 'production';
  const call: InjectCall = { isNamed: make.name !== '', place: isProduction ? undefined : callOrigin() };
  return Object.assign(Injected as InjectedClass<T, Ids>, { [CALL]: call });
}

const CALL = Symbol('inject()');

/** The call of `inject()` that created a class. */
interface InjectCall {
  /** Whether its function has a name. */
  readonly isNamed: boolean;
  /** Undefined in production. */
  readonly place: ReturnType<typeof callOrigin>;
}

/** The call of `inject()` that created a value; undefined for any other value. */
export function injectCall(value: unknown): InjectCall | undefined {
  return typeof value === 'function' ? (value as { readonly [CALL]?: InjectCall })[CALL] : undefined;
}

/** Whether a value is a class with a static `inject`, its own or an inherited one. */
export function isInjected(value: unknown): value is LooseInjectedClass {
  return typeof value === 'function' && 'inject' in value;
}

/** Notes the classes of registered middleware, so that errors of a `ServiceManager` can suggest them. */
export function noteClasses(container: ContainerInterface | undefined, middleware: unknown): void {
  const noted = (container as Noting | undefined)?.[IDENTITY]?.classes;
  for (const value of noted ? [middleware].flat(Infinity) : []) if (isInjected(value)) noted?.add(value);
}

interface Noting {
  readonly [IDENTITY]?: { readonly classes?: Set<LooseInjectedClass> };
}

/**
 * Creates an instance of a class: with the services of its static `inject`, else without arguments.
 *
 * @returns a promise when a service is asynchronous
 * @throws {@link InvalidArgumentError} when `inject` is no array of service ids
 * @throws {@link ContainerNotRegisteredError} when the class needs services and there is no container
 * @throws {@link ServicesNotCreatedError} when several services are missing
 */
export function construct(Class: ServiceClass, container: ContainerInterface | undefined): unknown {
  const ids = injectedIds(Class);
  if (ids.length === 0) return Reflect.construct(Class, []);
  if (container === undefined) {
    const names = ids.map(nameOf).join(', ');
    throw new ContainerNotRegisteredError(
      `The ${describe(Class)} needs the services ${names}, but this application has no container`,
    );
  }
  const services: unknown[] = [];
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      services.push(container.get(id));
    } catch (error) {
      // The loop continues, so that one error lists every missing service.
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    // Handles the rejections of services that are still pending.
    void Promise.allSettled(services);
    throw combineErrors(errors);
  }
  if (!services.some((service) => service instanceof Promise)) return Reflect.construct(Class, services);
  return Promise.all(services).then((resolved) => Reflect.construct(Class, resolved) as unknown);
}

/**
 * The ids of the services that the constructor of a class takes; none without a static `inject`.
 *
 * @throws {@link InvalidArgumentError} when `inject` is no array of service ids
 */
export function injectedIds(Class: ServiceClass): readonly ServiceId[] {
  return isInjected(Class) ? checkedIds(Class.inject, describe(Class)) : [];
}

function checkedIds(ids: unknown, place: string): readonly ServiceId[] {
  if (!Array.isArray(ids)) {
    throw new InvalidArgumentError(
      `inject of ${place}`,
      'an array of service ids, such as ["db", Clock] as const',
      ids,
    );
  }
  const wrong = ids.findIndex((id) => !['string', 'symbol', 'function'].includes(typeof id));
  if (wrong === -1) return ids as readonly ServiceId[];
  const hint = ids[wrong] === undefined ? ' Do two modules import each other?' : '';
  throw new InvalidArgumentError(
    `inject[${wrong}] of ${place}`,
    'a service id: a string, a symbol or a class',
    ids[wrong],
    hint,
  );
}

/** A suggestion for the name of a service: the nearest of the classes with a static `inject`, and of those that they need. */
export function similarClass(name: string, classes: readonly ServiceId[]): string | undefined {
  const known = new Set(classes.filter(isInjected));
  // Iterating visits the classes that are added meanwhile.
  for (const Class of known) for (const each of Class.inject) if (isInjected(each)) known.add(each);
  const [found] = nearest(
    name,
    [...known].map((Class) => Class.name),
  );
  return found === undefined
    ? undefined
    : `; did you mean the class ${found}? Pass the class instead of its name.`;
}
