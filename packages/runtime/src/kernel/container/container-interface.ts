/**
 * The ids of services and their types. Declare yours in the app: `declare module 'fw-runtime' { interface Services {
 * db: Db } }`.
 */
export interface Services {}

/**
 * The names of the app's services and their types, written by `fw types`; `unknown` where a type isn't known.
 * `Services` takes precedence.
 */
export interface ConfiguredServices {}

/** The marker that `ConfiguredServices` has every service of the app: `fw types` adds the member `complete`. */
export interface ServiceNames {}

/** The services that the framework itself gets from a container, by id. All are optional. */
export interface FrameworkServices {}

/** The id of a service of type T: a string, a symbol, or a class. */
export type ServiceId<T = unknown> = string | symbol | (abstract new (...args: never[]) => T);

// With this form, error messages list the names.
/** The name of a service; any string as long as `fw types` hasn't listed the app's services. */
export type ServiceName = 'complete' extends keyof ServiceNames
  ? string & (keyof Services | keyof ConfiguredServices | keyof FrameworkServices)
  : string;

/** The id of a service of type T that an app may request. */
export type KnownServiceId<T = unknown> = ServiceName | symbol | (abstract new (...args: never[]) => T);

/** The name of a service whose type is known; `never` for another name, which another overload of `get` takes. */
export type TypedName<Name extends keyof ConfiguredServices> = unknown extends ConfiguredServices[Name]
  ? never
  : Name;

/** Supplies services by id. The framework accepts any container with these two methods (container-interop, PSR-11). */
export interface ContainerInterface {
  /**
   * Returns a service, which is created when it is first requested.
   *
   * @returns the service; a promise when its factory is asynchronous
   * @throws {@link ServiceNotFoundError} when there is no service with this id
   * @throws {@link ServiceNotCreatedError} when the service cannot be created
   * @example const posts = container.get(Posts);
   */
  get<Id extends keyof Services>(id: Id): Services[Id];
  get<Id extends keyof ConfiguredServices>(id: TypedName<Id>): ConfiguredServices[Id];
  get<Id extends keyof FrameworkServices>(id: Id): FrameworkServices[Id];
  get<T>(id: KnownServiceId<T>): T;
  /** Whether `get` finds a service with this id. It creates no service. */
  has(id: ServiceId): boolean;
}

/** Property of a container, and of the views that factories get of it, that contains the container itself. */
export const IDENTITY: unique symbol = Symbol('identity');

/** The same object for a container and its views. */
export function identityOf(container: ContainerInterface & { readonly [IDENTITY]?: object }): object {
  return container[IDENTITY] ?? container;
}

/** The id for messages: a class is called by its name. */
export function nameOfId(id: ServiceId): string | symbol {
  return typeof id === 'function' ? id.name : id;
}

/**
 * A class whose static `inject` lists the services that its constructor takes. Wherever the framework accepts a class,
 * it creates this class with its services.
 *
 * @example
 * class ShowPost {
 *   static readonly inject = ['posts', Clock] as const;
 *   readonly #posts: Posts;
 *   constructor(posts: Posts, clock: Clock) { this.#posts = posts; }
 * }
 */
export interface InjectedClass<T, Ids extends readonly ServiceId[]> {
  /** The ids of the services, in the order of the constructor's parameters. */
  readonly inject: Ids;
  /** Creates an instance with its services. */
  new (...services: ServicesOf<Ids>): T;
}

/** An argument class: with a static `inject` that fits its constructor, or without `inject` and parameters. */
export interface GivenClass<T, Ids extends readonly ServiceId[]> {
  readonly inject?: Ids;
  new (...services: ServicesOf<Ids>): T;
}

/** An injected class in an array or object of classes, so that the types of its services are not compared. */
export interface LooseInjectedClass<T = unknown> {
  readonly inject: readonly ServiceId[];
  new (...services: never[]): T;
}

/** A class that a container can create. */
export type ServiceClass = (new () => unknown) | LooseInjectedClass;

/**
 * Creates a service. The function may be asynchronous: `get` then returns the promise.
 *
 * @example const createDb: ServiceFactory<Db> = (container) => new Db(container.get('config').db);
 */
export type ServiceFactory<T = unknown> = (container: ContainerInterface) => T;

/** A class whose method `create` creates a service. */
export type ServiceFactoryClass<T = unknown> = new () => { create(container: ContainerInterface): T };

/**
 * Wraps or replaces a service after it is created. Call `make` for the service, and return the service to use in its
 * place.
 *
 * @example const logged: ServiceDelegator<Mailer> = (container, id, make) => new LoggedMailer(make(), container.get('Logger'));
 */
export type ServiceDelegator<T = unknown> = (
  container: ContainerInterface,
  id: string | symbol,
  make: () => T,
) => T;

/** The services of a `ServiceManager`; every object is keyed by the service's id. */
export interface DependencyConfig {
  /** Finished values. The container doesn't dispose of them. */
  readonly services?: Readonly<Record<string | symbol, unknown>>;
  /** Classes that are created with the services of their static `inject`, or without arguments when they have none. */
  readonly invokables?: Readonly<Record<string | symbol, ServiceClass>>;
  /** Functions, or classes with a method `create`, that create a service from the container. */
  readonly factories?: Readonly<Record<string | symbol, ServiceFactory | ServiceFactoryClass>>;
  /** Other ids for a service: alias to id. */
  readonly aliases?: Readonly<Record<string | symbol, ServiceId>>;
  /** Functions that wrap a service, applied in order, the last one outermost. */
  readonly delegators?: Readonly<Record<string | symbol, readonly ServiceDelegator[]>>;
  /**
   * Services that live with the process, such as pools, consumers and schedulers: `run()` creates them before the server listens,
   * and calls their method `start()`, if they have one, after that of the services that they need. They are disposed of with the
   * container. `app.fetch` and tests start nothing.
   */
  readonly start?: readonly ServiceId[];
}

/** The type of a service that the app doesn't register. */
export interface UnknownService<Id extends string> {
  readonly error: `There is no service "${Id}"`;
}

/** The type of the services of an `inject` array whose order the compiler does not know. */
export interface InjectIsNoConstList {
  readonly error: 'Write "as const" after the array of inject';
}

/**
 * The type of the service with an id; asynchronous services are awaited. A service of an unknown type is `never`, which a
 * parameter of any type accepts: a symbol, and any name while neither `Services` nor `fw types` lists names.
 */
export type ServiceOf<Id> = Id extends keyof Services
  ? Awaited<Services[Id]>
  : Id extends keyof ConfiguredServices
    ? KnownOf<Awaited<ConfiguredServices[Id]>>
    : Id extends keyof FrameworkServices
      ? Awaited<FrameworkServices[Id]>
      : Id extends abstract new (...args: never[]) => infer T
        ? T
        : Id extends string
          ? NamedService<Id>
          : never;

/** The return type of a factory may be `unknown`. */
type KnownOf<T> = unknown extends T ? never : T;

type NamedService<Id extends string> = string extends Id
  ? never
  : [keyof Services, string] extends [never, ServiceName]
    ? never
    : UnknownService<Id>;

/** The types of the services with these ids: the parameters of a constructor, or of the function of `inject`. */
export type ServicesOf<Ids extends readonly ServiceId[]> = number extends Ids['length']
  ? readonly InjectIsNoConstList[]
  : { -readonly [Index in keyof Ids]: ServiceOf<Ids[Index]> };

/**
 * The type of the service that a factory returns, which is a function or a class with `create`: a promise when the
 * factory is asynchronous.
 */
export type MadeBy<Factory> = Factory extends abstract new (...args: never[]) => {
  create(...args: never[]): infer T;
}
  ? T
  : Factory extends (...args: never[]) => infer T
    ? T
    : unknown;

/** A service that is being created. */
export interface ServiceMaking {
  /** The id of the service: a class by its name, a symbol as a string. */
  readonly id: string;
  /** The service whose factory requested it; absent when middleware or the framework did. */
  readonly askedBy?: string;
}

/**
 * Wraps the creation of a service. Call `make` once and return its return value, a promise when the service is
 * asynchronous, or throw its error.
 */
export type ServiceObserver = (making: ServiceMaking, make: () => unknown) => unknown;

/**
 * Wraps the creation of every service from now on; the observer that was added last is outermost. An observer is not
 * added twice. Only a `ServiceManager` can be observed; for another container, or none, nothing happens.
 *
 * @param container the container to observe
 * @param observer called for each service that is created
 * @returns a function that removes the observer
 * @example
 * const end = observeServices(container, ({ id }, make) => {
 *   console.log(`creating ${id}`);
 *   return make();
 * });
 */
export function observeServices(
  container: ContainerInterface | undefined,
  observer: ServiceObserver,
): () => void {
  const observers = (container as Observable | undefined)?.[IDENTITY]?.observers;
  observers?.add(observer);
  return () => void observers?.delete(observer);
}

interface Observable {
  readonly [IDENTITY]?: { readonly observers?: Set<ServiceObserver> };
}
