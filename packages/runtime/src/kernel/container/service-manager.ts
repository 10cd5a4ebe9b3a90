import { InvalidArgumentError, ServiceNotFoundError } from '../errors/coded-errors.ts';
import { didYouMean, whatElse } from '../errors/describe.ts';
import {
  type ConfiguredServices,
  type ContainerInterface,
  type DependencyConfig,
  type FrameworkServices,
  type GivenClass,
  IDENTITY,
  type KnownServiceId,
  type LooseInjectedClass,
  nameOfId,
  type ServiceClass,
  type ServiceDelegator,
  type ServiceFactory,
  type ServiceFactoryClass,
  type ServiceId,
  type Services,
  type ServiceObserver,
  type TypedName,
} from './container-interface.ts';
import {
  chainBetween,
  CircularServicesError,
  createService,
  disposeOfAll,
  disposing,
  findService,
  isFactoryClass,
  notCreated,
  type Service,
  startAll,
} from './service.ts';
import { construct, injectedIds, isInjected, similarClass } from './inject.ts';

/**
 * The default container: each service is created once, when it is first requested, and disposed of with the container.
 *
 * Each factory gets a view of the container with the service that the factory creates. So services that need each other in a circle are
 * an error that names them, and don't wait for each other forever (rule C7); let factories use the view.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 */
export class ServiceManager implements ContainerInterface {
  /** @internal */
  static get name(): string {
    return 'ServiceManager';
  }

  // Private to TypeScript only: views inherit these fields from the container, which "#" would forbid.
  private readonly services = new Map<ServiceId, Service>();
  /** Classes with a static `inject` that were requested, but not registered. */
  private readonly unregistered = new Map<ServiceId, Service>();
  private readonly delegators = new Map<string | symbol, readonly ServiceDelegator[]>();
  /** The services whose factories are running at this moment, the innermost last. */
  private readonly running: Service[] = [];
  /** The services that were created, in the order in which they were finished, and the pending ones. */
  private readonly started = new Set<Service>();
  /** Services that were not created by the container. */
  private readonly given = new Set<unknown>();
  /** @internal */
  readonly observers: Set<ServiceObserver> = new Set();
  /** Classes with a static `inject` that an application uses, for suggestions in errors. @internal */
  readonly classes: Set<LooseInjectedClass> = new Set();
  private disposal: Promise<void> | undefined;
  /** The ids of `dependencies.start`. */
  private readonly toStart: readonly ServiceId[];
  private launch: Promise<void> | undefined;
  /** In a view, the service whose factory got the view. */
  private readonly consumer: Service | undefined = undefined;
  /** @internal */
  readonly [IDENTITY]: ServiceManager = this;

  /**
   * Creates a container with the services of a configuration. No service is created until it is requested.
   *
   * @param dependencies the key `dependencies` of the configuration; no services when absent
   * @throws {@link InvalidArgumentError} when a factory or an invokable is invalid
   * @example const container = new ServiceManager(config.dependencies);
   */
  constructor(dependencies: DependencyConfig = {}) {
    const { services, invokables, factories, aliases, delegators, start = [] } = dependencies;
    this.toStart = start;
    for (const [id, list] of entriesOf(delegators)) this.delegators.set(id, list);
    for (const [id, value] of entriesOf(services)) this.setService(id, value);
    for (const [id, Class] of entriesOf(invokables)) this.setInvokable(id, Class as GivenClass<unknown, []>);
    for (const [id, factory] of entriesOf(factories)) this.setFactory(id, factory);
    for (const [alias, id] of entriesOf(aliases)) this.setAlias(alias, id);
  }

  /**
   * Registers a finished value. It replaces a service of the same id. The container doesn't dispose of it.
   *
   * @param id a string, a symbol or a class
   * @param value the value that `get` returns
   * @example container.setService('config', config);
   */
  setService(id: ServiceId, value: unknown): void {
    this.given.add(value);
    this.services.set(id, { id, isOwn: false, make: () => value, needs: new Set() });
  }

  /**
   * Registers a factory, which is called once when the service is first requested. It replaces a service of the same
   * id.
   *
   * @param id a string, a symbol or a class
   * @param factory a function that takes the container, or a class with such a method `create`
   * @throws {@link InvalidArgumentError} when the factory is neither
   * @example container.setFactory(Db, (container) => new Db(container.get('config').db));
   */
  setFactory(id: ServiceId, factory: ServiceFactory | ServiceFactoryClass): void {
    const argument = `factory of the service "${String(nameOfId(id))}"`;
    mustBeFunction(factory, argument, 'a function or a class with a method "create"');
    const make = isFactoryClass(factory)
      ? (container: ContainerInterface): unknown => new factory().create(container)
      : factory;
    this.services.set(id, { id, isOwn: true, make, needs: new Set() });
  }

  /**
   * Registers a class, which is created once when the service is first requested. It replaces a service of the same id.
   *
   * @param id a string, a symbol or the class itself
   * @param Class created with the services of its static `inject`, or without arguments when it has none
   * @throws {@link InvalidArgumentError} when it is no class, or its `inject` is no array of service ids
   * @example container.setInvokable('posts', Posts);
   */
  setInvokable<const Ids extends readonly ServiceId[] = []>(
    id: ServiceId,
    Class: GivenClass<unknown, Ids>,
  ): void {
    mustBeFunction(Class, `invokable "${String(nameOfId(id))}"`, 'a class');
    this.services.set(id, instanceOf(Class, id));
  }

  /**
   * Registers another id for a service. It replaces a service of the same id.
   *
   * @param alias the new id
   * @param id the id of the service, which may be registered later
   * @example container.setAlias('db', Db);
   */
  setAlias(alias: ServiceId, id: ServiceId): void {
    const make = (container: ContainerInterface): unknown => container.get(id);
    this.services.set(alias, { id: alias, alias: id, isOwn: false, make, needs: new Set() });
  }

  /**
   * Whether the container has a service with this id. True also for a class with a static `inject`, which needs no
   * registration. It creates no service.
   */
  has(id: ServiceId): boolean {
    return findService(this.services, id) !== undefined || isInjected(id);
  }

  /**
   * Returns a service, which is created when it is first requested. A class also finds the service that is created from
   * it or has its name.
   *
   * @returns the service, the same at each call; a promise when its factory is asynchronous
   * @throws {@link ServiceNotFoundError} when there is no service with this id
   * @throws {@link ServiceNotCreatedError} when the service, or a service that it needs, cannot be created
   * @example const posts = container.get(Posts);
   */
  get<Id extends keyof Services>(id: Id): Services[Id];
  get<Id extends keyof ConfiguredServices>(id: TypedName<Id>): ConfiguredServices[Id];
  get<Id extends keyof FrameworkServices>(id: Id): FrameworkServices[Id];
  get<T>(id: KnownServiceId<T>): T;
  get(id: ServiceId): unknown {
    const service = this.resolve(id);
    // A view that is used after its service was created has no consumer.
    const consumer = this.running.at(-1) ?? (this.consumer?.status === 'pending' ? this.consumer : undefined);
    const chain = service.status === 'pending' && consumer && chainBetween(service, consumer);
    if (chain) throw new CircularServicesError([...chain, service].map((each) => each.id));
    consumer?.needs.add(service);
    if (service.status !== undefined) return service.result;
    this.running.push(service);
    try {
      return createService(service, consumer, this.started, this.factoryOf(service, consumer));
    } finally {
      this.running.pop();
    }
  }

  /** The ids of all services, including aliases; a class by its name. */
  get ids(): readonly (string | symbol)[] {
    return [...this.services.keys()].map(nameOfId);
  }

  /** The ids of the services that are being created, started or disposed of at this moment; a class by its name. */
  get pending(): readonly (string | symbol)[] {
    return [...this.started]
      .filter(({ status, isStarting }) => status !== 'made' || isStarting === true)
      .map(({ id }) => nameOfId(id));
  }

  /**
   * Creates the services of `dependencies.start`, and calls their method `start()`, if they have one: one after the other, each
   * one after the services that it needs. `run()` calls it before the server listens.
   *
   * @returns a promise that resolves when all have started, the same for further calls until the container is disposed of
   * @throws {@link ServiceNotFoundError} when there is no service with one of the ids
   * @throws {@link ServiceNotCreatedError} when one cannot be created
   * @throws {@link ServiceNotStartedError} when a `start()` throws; the services after it are not started
   */
  start(): Promise<void> {
    const container = this[IDENTITY];
    return (container.launch ??= container.startListed());
  }

  /**
   * Disposes of every service that the container created and that has `Symbol.asyncDispose`, `Symbol.dispose` or
   * `dispose()`: in the reverse order of their creation, one after the other, after pending services are created.
   * Values of `setService` are not disposed of. There is no time limit; `pending` lists the services that it waits for.
   *
   * @returns a promise that resolves when all are disposed of, also for further calls meanwhile; at once for a call
   *   from a service that is being disposed of
   * @throws the error of a service, after all are disposed of; an `AggregateError` for several errors
   */
  async dispose(): Promise<void> {
    const container = this[IDENTITY];
    // Without `AsyncLocalStorage` every call may come from a service that is being disposed of.
    if (container.disposal && (disposing === undefined || disposing.getStore() === container)) return;
    const run = (): Promise<void> =>
      disposeOfAll(this.started, this.given).finally(
        () => (container.disposal = container.launch = undefined),
      );
    await (container.disposal ??= disposing === undefined ? run() : disposing.run(container, run));
  }

  private async startListed(): Promise<void> {
    await Promise.all(this.toStart.map((id) => this.get(id)));
    await startAll(new Set(this.toStart.map((id) => this.resolve(id))));
  }

  /** The service with an id, or the target of an alias. An alias with delegators is a service of its own. */
  private resolve(id: ServiceId, aliases: readonly ServiceId[] = []): Service {
    const service = findService(this.services, id) ?? this.unregisteredClass(id);
    if (service === undefined) throw this.notFound(id, aliases[0]);
    if (aliases.includes(service.id)) throw new CircularServicesError([...aliases, service.id]);
    if (service.alias === undefined || this.delegatorsOf(service).length > 0) return service;
    return this.resolve(service.alias, [...aliases, service.id]);
  }

  private unregisteredClass(id: ServiceId): Service | undefined {
    if (!isInjected(id)) return undefined;
    const service = this.unregistered.get(id) ?? instanceOf(id, id);
    this.unregistered.set(id, service);
    return service;
  }

  private notFound(id: ServiceId, alias: ServiceId | undefined): Error {
    const [name, names] = [String(nameOfId(id)), this.ids.map(String)];
    const used = [...this.services.values()].map(({ Class, id }) => Class ?? id);
    const classes = [...used, ...this.unregistered.keys(), ...this.classes];
    const isUnlike = typeof id === 'string' && didYouMean(id, names) === '';
    const error = new ServiceNotFoundError(
      `There is no service "${name}"${(isUnlike ? similarClass(id, classes) : undefined) ?? whatElse(name, names)}` +
        (typeof id === 'function' ? ' Register the class, or give it a static "inject".' : ''),
    );
    return alias === undefined ? error : notCreated(alias, error);
  }

  /** The factory of a service, with its delegators and the observers around it. */
  private factoryOf(service: Service, consumer: Service | undefined): () => unknown {
    const view: ContainerInterface = Object.create(this[IDENTITY], { consumer: { value: service } });
    const id = nameOfId(service.id);
    let make = (): unknown => service.make(view);
    for (const delegator of this.delegatorsOf(service)) {
      const inner = make;
      make = () => delegator(view, id, inner);
    }
    const askedBy = consumer && { askedBy: String(nameOfId(consumer.id)) };
    for (const observer of this.observers) {
      const inner = make;
      make = () => observer({ id: String(id), ...askedBy }, inner);
    }
    return make;
  }

  private delegatorsOf({ id }: Service): readonly ServiceDelegator[] {
    return this.delegators.get(nameOfId(id)) ?? [];
  }
}

function instanceOf(Class: ServiceClass, id: ServiceId): Service {
  // Throws early when `inject` is invalid.
  injectedIds(Class);
  return { id, Class, isOwn: true, make: (container) => construct(Class, container), needs: new Set() };
}

function entriesOf<T>(object: Readonly<Record<string | symbol, T>> = {}): [string | symbol, T][] {
  return Reflect.ownKeys(object).map((key) => [key, object[key] as T]);
}

function mustBeFunction(value: unknown, argument: string, expected: string): void {
  if (typeof value !== 'function') throw new InvalidArgumentError(argument, expected, value);
}
