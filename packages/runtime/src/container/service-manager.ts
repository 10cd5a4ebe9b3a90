import type * as awilix from 'awilix';
import type { AwilixContainer } from 'awilix';
import {
  InvalidArgumentError,
  MissingDependencyError,
  ServiceNotCreatedError,
  ServiceNotFoundError,
} from '../error/coded-errors.ts';
import { whatElse } from '../error/nearest.ts';
import { serviceKey, type ContainerInterface, type ServiceId, type Services } from './container-interface.ts';
import type {
  DependencyConfig,
  ServiceDelegator,
  ServiceFactory,
  ServiceFactoryClass,
} from './dependency-config.ts';

type Awilix = typeof awilix;

/**
 * The default container: each service is made when first asked for, once, and disposed of with the container.
 * It stands on awilix, an optional package.
 *
 * @example new ServiceManager({ factories: { Db: () => new Db() }, invokables: { Ping } })
 */
export class ServiceManager implements ContainerInterface {
  readonly #awilix: Awilix = loadAwilix();
  readonly #container: AwilixContainer = this.#awilix.createContainer();
  // awilix looks names up in a plain object; symbols of our own keep "constructor" and the like apart.
  readonly #keys = new Map<string | symbol, symbol>();
  // The services that are being made, the outermost first.
  readonly #making: (string | symbol)[] = [];
  readonly #delegators = new Map<string | symbol, readonly ServiceDelegator[]>();
  readonly #disposed = new WeakSet();

  /**
   * @throws MissingDependencyError when awilix is not installed
   * @throws InvalidArgumentError when a factory or an invokable is not what it must be
   */
  constructor(dependencies: DependencyConfig = {}) {
    const { services, invokables, factories, aliases, delegators } = dependencies;
    for (const [id, list] of entriesOf(delegators)) this.#delegators.set(id, list);
    for (const [id, value] of entriesOf(services)) this.setService(id, value);
    for (const [id, Class] of entriesOf(invokables)) this.setInvokable(id, Class);
    for (const [id, factory] of entriesOf(factories)) this.setFactory(id, factory);
    for (const [alias, id] of entriesOf(aliases)) this.setAlias(alias, id);
  }

  setService(id: ServiceId, value: unknown): void {
    this.#register(id, 'given', () => value);
  }

  /** @param factory a function that takes the container, or a class whose `create` method does */
  setFactory(id: ServiceId, factory: ServiceFactory | ServiceFactoryClass): void {
    if (typeof factory !== 'function') {
      throw new InvalidArgumentError(
        `factory of the service "${String(serviceKey(id))}"`,
        'a function or a class with a method "create"',
        factory,
      );
    }
    this.#register(id, 'made', () =>
      isFactoryClass(factory) ? new factory().create(this) : (factory as ServiceFactory)(this),
    );
  }

  setInvokable(id: ServiceId, Class: new () => unknown): void {
    if (typeof Class !== 'function') {
      throw new InvalidArgumentError(`invokable "${String(serviceKey(id))}"`, 'a class', Class);
    }
    this.#register(id, 'made', () => new Class());
  }

  setAlias(alias: ServiceId, id: ServiceId): void {
    this.#register(alias, 'alias', () => this.get(id));
  }

  has(id: ServiceId): boolean {
    return this.#keys.has(serviceKey(id));
  }

  get<Id extends keyof Services>(id: Id): Services[Id];
  get<T>(id: ServiceId<T>): T;
  get(id: ServiceId): unknown {
    const key = serviceKey(id);
    const symbol = this.#keys.get(key);
    if (symbol === undefined) {
      const name = String(key);
      throw new ServiceNotFoundError(`There is no service "${name}"${whatElse(name, this.ids.map(String))}`);
    }
    if (this.#making.includes(key)) throw new CircularServicesError([...this.#making, key]);
    return this.#container.resolve(symbol);
  }

  /** The ids of all services, aliases included. */
  get ids(): readonly (string | symbol)[] {
    return [...this.#keys.keys()];
  }

  /** Disposes of every service that was made and has `Symbol.asyncDispose`, `Symbol.dispose` or `dispose()`. */
  async dispose(): Promise<void> {
    await this.#container.dispose();
  }

  #register(id: ServiceId, kind: 'given' | 'made' | 'alias', make: () => unknown): void {
    const key = serviceKey(id);
    const symbol = Symbol(String(key));
    this.#keys.set(key, symbol);
    let resolver = this.#awilix.asFunction(() => this.#make(key, symbol, make));
    // An alias follows its service when that is set anew; what a delegator makes of it is made once.
    if (kind !== 'alias' || this.#delegators.has(key)) resolver = resolver.singleton();
    if (kind === 'made') resolver = resolver.disposer((value) => this.#disposeOf(value));
    this.#container.register(symbol, resolver);
  }

  async #disposeOf(value: unknown): Promise<void> {
    const service: unknown = await Promise.resolve(value).catch(() => undefined);
    // Two factories may hand out one service.
    if (typeof service !== 'object' || service === null || this.#disposed.has(service)) return;
    this.#disposed.add(service);
    for (const name of [Symbol.asyncDispose, Symbol.dispose, 'dispose']) {
      const dispose: unknown = Reflect.get(service, name);
      if (typeof dispose !== 'function') continue;
      await Reflect.apply(dispose, service, []);
      return;
    }
  }

  #make(key: string | symbol, symbol: symbol, make: () => unknown): unknown {
    let delegated = make;
    for (const delegator of this.#delegators.get(key) ?? []) {
      const inner = delegated;
      delegated = () => delegator(this, key, inner);
    }
    this.#making.push(key);
    try {
      const value = delegated();
      if (!(value instanceof Promise)) return value;
      // A promise that failed is not the service: the next one who asks starts afresh.
      return value.catch((cause: unknown) => {
        this.#container.cache.delete(symbol);
        throw notCreated(key, cause);
      });
    } catch (cause) {
      throw notCreated(key, cause);
    } finally {
      this.#making.pop();
    }
  }
}

/** Services that need each other; the message shows the chain. */
class CircularServicesError extends ServiceNotCreatedError {
  constructor(chain: readonly (string | symbol)[]) {
    const first = chain.indexOf(chain.at(-1) as string | symbol);
    const circle = chain.slice(first).map(String).join(' → ');
    super(`The services ${circle} need each other; let one of them fetch the other when it uses it.`);
  }
}

function notCreated(key: string | symbol, cause: unknown): ServiceNotCreatedError {
  if (cause instanceof CircularServicesError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ServiceNotCreatedError(`The service "${String(key)}" could not be created: ${reason}`, {
    cause,
  });
}

function isFactoryClass(factory: ServiceFactory | ServiceFactoryClass): factory is ServiceFactoryClass {
  const prototype: unknown = factory.prototype;
  return typeof prototype === 'object' && prototype !== null && 'create' in prototype;
}

function entriesOf<T>(map: Readonly<Record<string | symbol, T>> | undefined): [string | symbol, T][] {
  return Reflect.ownKeys(map ?? {}).map((key) => [key, (map as Record<string | symbol, T>)[key] as T]);
}

function loadAwilix(): Awilix {
  try {
    // Required, not imported: the package is optional, and the constructor cannot wait.
    const { createRequire } = process.getBuiltinModule('node:module');
    return createRequire(import.meta.url)('awilix') as Awilix;
  } catch (cause) {
    throw new MissingDependencyError('awilix', 'The container ServiceManager', { cause });
  }
}
