import { InvalidArgumentError, ServiceNotFoundError } from '../errors/coded-errors.ts';
import { isPlainClass } from '../errors/describe.ts';
import { whatElse } from '../errors/nearest.ts';
import {
  IDENTITY,
  nameOfId,
  type ConfiguredServices,
  type ContainerInterface,
  type FrameworkServices,
  type ServiceId,
  type Services,
} from './container-interface.ts';
import {
  type DependencyConfig,
  entriesOf,
  isFactoryClass,
  type ServiceDelegator,
  type ServiceFactory,
  type ServiceFactoryClass,
} from './dependency-config.ts';
import { Disposal, disposeOfAll } from './dispose.ts';
import { type GivenClass, isInjected, type ServiceClass } from './inject.ts';
import { CircularServicesError, notCreated } from './not-created.ts';
import type { Observed } from './observe-services.ts';
import { findService, instanceOf, type Service, wayBetween } from './service.ts';

export { describeServices, type ServiceDescription } from './describe-services.ts';
export { observeServices, type ServiceMaking, type ServiceObserver } from './observe-services.ts';

/**
 * The default container: each service is made when first asked for, once, and disposed of with the container.
 *
 * A factory is given a view of the container that knows for which service it asks. So services that need each other in a
 * circle are an error that names them, and do not wait for each other for ever (rule C7); let factories ask there.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 */
export class ServiceManager implements ContainerInterface {
  static get name(): string {
    return 'ServiceManager';
  }

  // Private to TypeScript only: views inherit these from the container, which "#" would forbid.
  private readonly services = new Map<ServiceId, Service>();
  /** The classes with a static `inject` that were asked for and that nobody has registered. */
  private readonly unregistered = new Map<ServiceId, Service>();
  private readonly delegators = new Map<string | symbol, readonly ServiceDelegator[]>();
  /** The services whose factories are running at this moment, the innermost last. */
  private readonly running: Service[] = [];
  /** The services that were made, in the order in which they were finished, and those that are pending. */
  private readonly started = new Set<Service>();
  /** Services that others made. */
  private readonly given = new Set<unknown>();
  /** @internal Calls `make`, with the observers around it. */
  readonly observed: Observed = ({ make }) => make();
  private disposal: Disposal | undefined;
  /** Of a view: the service whose factory was given it. */
  private readonly asksFor: Service | undefined = undefined;
  /** @internal */
  readonly [IDENTITY]: ServiceManager = this;

  /** @throws InvalidArgumentError when a factory or an invokable is not what it must be */
  constructor(dependencies: DependencyConfig = {}) {
    const { services, invokables, factories, aliases, delegators } = dependencies;
    for (const [id, list] of entriesOf(delegators)) this.delegators.set(id, list);
    for (const [id, value] of entriesOf(services)) this.setService(id, value);
    for (const [id, Class] of entriesOf(invokables)) this.registerClass(id, Class);
    for (const [id, factory] of entriesOf(factories)) this.setFactory(id, factory);
    for (const [alias, id] of entriesOf(aliases)) this.setAlias(alias, id);
  }

  setService(id: ServiceId, value: unknown): void {
    this.given.add(value);
    this.register({ id, isOwn: false, make: () => value });
  }

  /** @param factory a function that takes the container, or a class whose `create` method does */
  setFactory(id: ServiceId, factory: ServiceFactory | ServiceFactoryClass): void {
    const argument = `factory of the service "${String(nameOfId(id))}"`;
    const expected = 'a function or a class with a method "create"';
    mustBeFunction(factory, argument, expected);
    if (isFactoryClass(factory)) {
      this.register({ id, isOwn: true, make: (container) => new factory().create(container) });
    } else if (isPlainClass(factory)) {
      throw new InvalidArgumentError(argument, expected, factory, ' Other classes are invokables.');
    } else this.register({ id, isOwn: true, make: factory });
  }

  /** @param Class made with the services of its static `inject`, else without arguments */
  setInvokable<const Ids extends readonly ServiceId[] = []>(
    id: ServiceId,
    Class: GivenClass<unknown, Ids>,
  ): void {
    this.registerClass(id, Class);
  }

  setAlias(alias: ServiceId, id: ServiceId): void {
    this.register({ id: alias, alias: id, isOwn: false, make: (container) => container.get(id) });
  }

  has(id: ServiceId): boolean {
    return findService(this.services, id) !== undefined || isInjected(id);
  }

  get<Id extends keyof Services>(id: Id): Services[Id];
  get<Id extends keyof ConfiguredServices>(id: Id): ConfiguredServices[Id];
  get<Id extends keyof FrameworkServices>(id: Id): FrameworkServices[Id];
  get<T>(id: ServiceId<T>): T;
  get(id: ServiceId): unknown {
    const service = this.resolve(id);
    // Who asks: the factory that is running, else the one that this view was given to until it is done.
    const asker = this.running.at(-1) ?? (this.asksFor?.status === 'pending' ? this.asksFor : undefined);
    const circle = service.status === 'pending' && asker && wayBetween(service, asker);
    if (circle) throw new CircularServicesError([...circle, service].map((each) => each.id));
    asker?.needs.add(service);
    return service.status === undefined ? this.make(service, asker) : service.result;
  }

  /** The ids of all services, aliases included, a class by its name. */
  get ids(): readonly (string | symbol)[] {
    return [...this.services.keys()].map(nameOfId);
  }

  /** The ids of the services that are being made or disposed of at this moment, a class by its name. */
  get pending(): readonly (string | symbol)[] {
    return [...this.started].filter(({ status }) => status !== 'made').map(({ id }) => nameOfId(id));
  }

  /**
   * Disposes of every service that it made and that has `Symbol.asyncDispose`, `Symbol.dispose` or `dispose()`: in the
   * reverse order of their making, one after the other, when what is pending has been made. Services that were given are
   * left to whom they come from. There is no limit of time; `pending` tells what it waits for.
   *
   * @returns when all have been disposed of, also for further calls meanwhile; at once for those that a service makes while
   *   it is itself disposed of
   * @throws what a service threw, when all have been disposed of; an `AggregateError` when there were several
   */
  async dispose(): Promise<void> {
    const container = this[IDENTITY];
    if (container.disposal?.isAround) return;
    container.disposal ??= new Disposal(() =>
      disposeOfAll(this.started, this.given).finally(() => (container.disposal = undefined)),
    );
    await container.disposal.done;
  }

  private registerClass(id: ServiceId, Class: ServiceClass): void {
    mustBeFunction(Class, `invokable "${String(nameOfId(id))}"`, 'a class');
    this.services.set(id, instanceOf(Class, id));
  }

  private register(service: Omit<Service, 'needs'>): void {
    this.services.set(service.id, { ...service, needs: new Set() });
  }

  /** The service under an id, or under that which it is an alias of; what a delegator makes of an alias is its own. */
  private resolve(id: ServiceId, aliases: readonly ServiceId[] = []): Service {
    const service = findService(this.services, id) ?? this.ofUnregisteredClass(id);
    if (service === undefined) throw this.notFound(id, aliases[0]);
    if (aliases.includes(service.id)) throw new CircularServicesError([...aliases, service.id]);
    if (service.alias === undefined || this.delegatorsOf(service).length > 0) return service;
    return this.resolve(service.alias, [...aliases, service.id]);
  }

  /** A class with a static `inject` needs no registering. */
  private ofUnregisteredClass(id: ServiceId): Service | undefined {
    if (!isInjected(id)) return undefined;
    const service = this.unregistered.get(id) ?? instanceOf(id, id);
    this.unregistered.set(id, service);
    return service;
  }

  private notFound(id: ServiceId, alias: ServiceId | undefined): Error {
    const name = String(nameOfId(id));
    const error = new ServiceNotFoundError(
      `There is no service "${name}"${whatElse(name, this.ids.map(String))}` +
        (typeof id === 'function' ? ' Register the class, or give it a static "inject".' : ''),
    );
    return alias === undefined ? error : notCreated(alias, error);
  }

  private make(service: Service, asker: Service | undefined): unknown {
    const started = performance.now();
    const finish = (value: unknown): unknown => {
      service.status = 'made';
      service.duration = performance.now() - started;
      service.value = value;
      this.started.delete(service);
      this.started.add(service);
      if (!service.isOwn && service.alias === undefined) this.given.add(value);
      return value;
    };
    const fail = (cause: unknown): never => {
      service.status = undefined;
      service.error = notCreated(service.id, cause);
      this.started.delete(service);
      throw service.error;
    };
    service.status = 'pending';
    service.needs = new Set();
    service.started = started;
    service.askedBy = asker?.id;
    service.duration = service.error = undefined;
    this.started.add(service);
    this.running.push(service);
    try {
      const value = this.observed({ id: service.id, asker: asker?.id, make: this.delegated(service) });
      service.result = value instanceof Promise ? value.then(finish, fail) : finish(value);
      return service.result;
    } catch (cause) {
      return fail(cause);
    } finally {
      this.running.pop();
    }
  }

  /** What makes a service, with its delegators around it. */
  private delegated(service: Service): () => unknown {
    const view: ContainerInterface = Object.create(this[IDENTITY], { asksFor: { value: service } });
    return this.delegatorsOf(service).reduce<() => unknown>(
      (make, delegator) => () => delegator(view, nameOfId(service.id), make),
      () => service.make(view),
    );
  }

  private delegatorsOf(service: Service): readonly ServiceDelegator[] {
    // Delegators are registered by name; where two classes have one name, they belong to neither.
    const name = nameOfId(service.id);
    const named = findService(this.services, name) ?? this.unregistered.get(service.id);
    return (named === service ? this.delegators.get(name) : undefined) ?? [];
  }
}

function mustBeFunction(value: unknown, argument: string, expected: string): void {
  if (typeof value !== 'function') throw new InvalidArgumentError(argument, expected, value);
}
