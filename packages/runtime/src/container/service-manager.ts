import { InvalidArgumentError, ServiceNotFoundError } from '../error/coded-errors.ts';
import { whatElse } from '../error/nearest.ts';
import {
  IDENTITY,
  nameOfId,
  type ContainerInterface,
  type ServiceId,
  type Services,
} from './container-interface.ts';
import type {
  DependencyConfig,
  ServiceDelegator,
  ServiceFactory,
  ServiceFactoryClass,
} from './dependency-config.ts';
import { Disposal } from './dispose.ts';
import { Making, pendingOf, type Service, wayBetween } from './making.ts';
import { CircularServicesError, notCreated } from './not-created.ts';
import { ServiceIndex } from './service-index.ts';

/** What a container and the views that it gives to factories share. */
class State {
  readonly services = new ServiceIndex();
  readonly delegators = new Map<string | symbol, readonly ServiceDelegator[]>();
  /** The makings whose factories are running at this moment, the innermost last. */
  readonly running: Making[] = [];
  /** What was made, in the order in which it was finished, and at the end what is pending. */
  readonly makings = new Set<Making>();
  /** Services that others made. */
  readonly given = new Set<unknown>();
  disposal: Disposal | undefined;
}

/**
 * The default container: each service is made when first asked for, once, and disposed of with the container.
 *
 * A factory is given a view of the container that knows for which service it asks. So services that need each other in a
 * circle are an error that names them, and do not wait for each other for ever (SEMANTICS C7); let factories ask there.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 */
export class ServiceManager implements ContainerInterface {
  #state = new State();
  // Where this is the view of a factory: the making for which it asks.
  #asksFor: Making | undefined;

  /** @throws InvalidArgumentError when a factory or an invokable is not what it must be */
  constructor(dependencies: DependencyConfig = {}) {
    const { services, invokables, factories, aliases, delegators } = dependencies;
    for (const [id, list] of entriesOf(delegators)) this.#state.delegators.set(id, list);
    for (const [id, value] of entriesOf(services)) this.setService(id, value);
    for (const [id, Class] of entriesOf(invokables)) this.setInvokable(id, Class);
    for (const [id, factory] of entriesOf(factories)) this.setFactory(id, factory);
    for (const [alias, id] of entriesOf(aliases)) this.setAlias(alias, id);
  }

  setService(id: ServiceId, value: unknown): void {
    this.#state.given.add(value);
    this.#register({ id, isOwn: false, make: () => value });
  }

  /** @param factory a function that takes the container, or a class whose `create` method does */
  setFactory(id: ServiceId, factory: ServiceFactory | ServiceFactoryClass): void {
    if (typeof factory !== 'function') {
      throw new InvalidArgumentError(
        `factory of the service "${String(nameOfId(id))}"`,
        'a function or a class with a method "create"',
        factory,
      );
    }
    const make = isFactoryClass(factory)
      ? (container: ContainerInterface) => new factory().create(container)
      : (factory as ServiceFactory);
    this.#register({ id, isOwn: true, make });
  }

  setInvokable(id: ServiceId, Class: new () => unknown): void {
    if (typeof Class !== 'function') {
      throw new InvalidArgumentError(`invokable "${String(nameOfId(id))}"`, 'a class', Class);
    }
    this.#register({ id, Class, isOwn: true, make: () => new Class() });
  }

  setAlias(alias: ServiceId, id: ServiceId): void {
    this.#register({ id: alias, alias: id, isOwn: false, make: (container) => container.get(id) });
  }

  has(id: ServiceId): boolean {
    return this.#state.services.find(id) !== undefined;
  }

  get<Id extends keyof Services>(id: Id): Services[Id];
  get<T>(id: ServiceId<T>): T;
  get(id: ServiceId): unknown {
    const service = this.#find(id);
    const { making } = service;
    if (making === undefined) return this.#make(service);
    const asker = this.#asker;
    const circle = making.isPending && asker !== undefined ? wayBetween(making, asker) : undefined;
    if (circle !== undefined) throw new CircularServicesError([...circle.map(idOf), idOf(making)]);
    asker?.needs.add(making);
    return making.result;
  }

  /** The ids of all services, aliases included, a class by its name. */
  get ids(): readonly (string | symbol)[] {
    return this.#state.services.ids.map(nameOfId);
  }

  /** @internal */
  get [IDENTITY](): object {
    return this.#state;
  }

  /** The ids of the services that are being made or disposed of at this moment, a class by its name. */
  get pending(): readonly (string | symbol)[] {
    const { makings, disposal } = this.#state;
    const ids = pendingOf(makings).map(idOf);
    return [...ids, ...(disposal?.current === undefined ? [] : [disposal.current])].map(nameOfId);
  }

  /**
   * Disposes of every service that was made and has `Symbol.asyncDispose`, `Symbol.dispose` or `dispose()`: in the
   * reverse order of their making, one after the other, when what is pending has been made. Services that were given are
   * left to whom they come from.
   *
   * There is no limit of time: while a service is neither made nor refused, or does not come to an end of being disposed
   * of, `pending` tells which. A server that closes waits no longer than its `shutdown_timeout`.
   *
   * @returns when all have been disposed of, also for further calls meanwhile; at once for those that a service makes while
   *   it is itself disposed of
   * @throws what a service threw, when all have been disposed of; an `AggregateError` when there were several
   */
  async dispose(): Promise<void> {
    const state = this.#state;
    if (state.disposal !== undefined) return state.disposal.isAround ? undefined : state.disposal.done;
    state.disposal = new Disposal(state.makings, state.given);
    try {
      await state.disposal.done;
    } finally {
      state.disposal = undefined;
    }
  }

  /** Who asks at this moment: the factory that is running, else the one that this view was given to until it is done. */
  get #asker(): Making | undefined {
    return this.#state.running.at(-1) ?? (this.#asksFor?.isPending === true ? this.#asksFor : undefined);
  }

  #register(service: Omit<Service, 'making'>): void {
    this.#state.services.set({ ...service, making: undefined });
  }

  /** The service under an id, or under that which it is an alias of; what a delegator makes of an alias is its own. */
  #find(id: ServiceId): Service {
    const aliases: ServiceId[] = [];
    for (let next = id; ;) {
      const service = this.#state.services.find(next);
      if (service === undefined) {
        const error = this.#notFound(next);
        throw aliases.length === 0 ? error : notCreated(id, error);
      }
      if (service.alias === undefined || this.#delegatorsOf(service).length > 0) return service;
      if (aliases.includes(service.id)) throw new CircularServicesError([...aliases, service.id]);
      aliases.push(service.id);
      next = service.alias;
    }
  }

  #make(service: Service): unknown {
    const { makings, given, running } = this.#state;
    const making = new Making(service);
    const finish = (value: unknown): unknown => {
      making.finish(value);
      // The order is that in which services are finished.
      makings.delete(making);
      if (service.isOwn) makings.add(making);
      else if (service.alias === undefined) given.add(value);
      return value;
    };
    const fail = (cause: unknown): never => {
      making.forget();
      makings.delete(making);
      throw notCreated(service.id, cause);
    };
    this.#asker?.needs.add(making);
    service.making = making;
    makings.add(making);
    running.push(making);
    try {
      const value = delegated(service, this.#delegatorsOf(service), this.#viewOf(making))();
      making.result = value instanceof Promise ? value.then(finish, fail) : finish(value);
      return making.result;
    } catch (cause) {
      return fail(cause);
    } finally {
      running.pop();
    }
  }

  /** A string finds a service under a class as it does in `get`, so that of two classes of one name neither is meant. */
  #delegatorsOf(service: Service): readonly ServiceDelegator[] {
    const { services, delegators } = this.#state;
    const name = nameOfId(service.id);
    const isMeant = name === service.id || (delegators.has(name) && services.find(name) === service);
    return (isMeant ? delegators.get(name) : undefined) ?? [];
  }

  #viewOf(making: Making): ServiceManager {
    const view = new ServiceManager();
    view.#state = this.#state;
    view.#asksFor = making;
    return view;
  }

  #notFound(id: ServiceId): ServiceNotFoundError {
    const name = String(nameOfId(id));
    return new ServiceNotFoundError(`There is no service "${name}"${whatElse(name, this.ids.map(String))}`);
  }
}

function delegated(
  service: Service,
  delegators: readonly ServiceDelegator[],
  container: ContainerInterface,
): () => unknown {
  let make = (): unknown => service.make(container);
  for (const delegator of delegators) {
    const inner = make;
    make = () => delegator(container, nameOfId(service.id), inner);
  }
  return make;
}

function idOf(making: Making): ServiceId {
  return making.service.id;
}

function isFactoryClass(factory: ServiceFactory | ServiceFactoryClass): factory is ServiceFactoryClass {
  const prototype: unknown = factory.prototype;
  return typeof prototype === 'object' && prototype !== null && 'create' in prototype;
}

function entriesOf<T>(map: Readonly<Record<string | symbol, T>> | undefined): [string | symbol, T][] {
  return Reflect.ownKeys(map ?? {}).map((key) => [key, (map as Record<string | symbol, T>)[key] as T]);
}
