import {
  type ContainerInterface,
  IDENTITY,
  injectedIds,
  maskText,
  messageOf,
  nameOfId,
  type Service,
  type ServiceClass,
  type ServiceId,
} from 'fw-runtime/internal';

/** One service of a container as plain data, without the service itself. */
export interface ServiceDescription {
  /** The id of the service: a class by its name, a symbol as a string. */
  readonly id: string;
  /**
   * The way in which the service was registered: a finished value, a factory, an instance of a registered class
   * (`invokable`), an instance of a class with a static `inject` that was not registered (`class`), or another id of a
   * service (`alias`). Absent, like everything below, for a container that only lists its ids.
   */
  readonly kind?: 'service' | 'factory' | 'invokable' | 'class' | 'alias';
  /** The id of the service that an alias points to; absent for other services. */
  readonly aliasOf?: string;
  /** The class that the service is an instance of, when the service was registered by its class. */
  readonly class?: string;
  /** The number of its delegators; absent when it has none. */
  readonly delegators?: number;
  /** The state of the service. A finished value without delegators is `made` from the beginning. */
  readonly status?: 'not made' | 'pending' | 'made' | 'failed' | 'disposing';
  /** The start of its last creation, as ISO 8601; absent until it is first requested. */
  readonly time?: string;
  /** The time that its creation took, in milliseconds, including the services that it waited for; absent until it is done. */
  readonly duration?: number;
  /** The service whose factory was the first to request it; absent when middleware or the framework requested it. */
  readonly askedBy?: string;
  /** The services that it requested when it was created; before, the services of its static `inject`. */
  readonly needs?: readonly string[];
  /** The message of the error that its creation failed with; secrets are masked. Absent when it didn't fail. */
  readonly error?: string;
}

/** The fields of a `ServiceManager` that are read here. */
interface Manager {
  readonly services: ReadonlyMap<ServiceId, Service>;
  readonly unregistered: ReadonlyMap<ServiceId, Service>;
  delegatorsOf(service: Service): readonly unknown[];
}

function managerOf(container: ContainerInterface | undefined): Manager | undefined {
  return (container as { readonly [IDENTITY]?: Manager } | undefined)?.[IDENTITY];
}

/**
 * Describes the services of a container, in the order in which they were registered: how each is created, whether it
 * was, when, how long that took, and which services it requested. It creates none.
 *
 * @returns only ids for another container that lists them in `ids`; undefined for any other
 * @example describeServices(container)?.filter(({ status }) => status === 'failed')
 */
export function describeServices(
  container: ContainerInterface | undefined,
): readonly ServiceDescription[] | undefined {
  const manager = managerOf(container);
  if (manager !== undefined) return servicesOf(manager).map((service) => describeService(service, manager));
  const { ids } = (container ?? {}) as { readonly ids?: Iterable<string | symbol> };
  return ids && Array.from(ids, (id) => ({ id: String(id) }));
}

/** Resolves when the pending services are created, at the latest after a time in milliseconds. It never rejects. */
export async function settledServices(
  container: ContainerInterface | undefined,
  longest: number,
): Promise<void> {
  const manager = managerOf(container);
  const pending = manager && servicesOf(manager).filter(({ status }) => status === 'pending');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, longest)));
  await Promise.race([Promise.allSettled((pending ?? []).map(({ result }) => result)), late]);
  clearTimeout(timer);
}

function servicesOf({ services, unregistered }: Manager): readonly Service[] {
  return [...services.values(), ...unregistered.values()];
}

function describeService(service: Service, manager: Manager): ServiceDescription {
  const { alias, Class, started, duration, askedBy, error } = service;
  const delegators = manager.delegatorsOf(service).length;
  return {
    id: nameOf(service.id),
    kind: kindOf(service, manager),
    ...(alias !== undefined && { aliasOf: nameOf(alias) }),
    ...(Class !== undefined && { class: nameOf(Class) }),
    ...(delegators > 0 && { delegators }),
    status: statusOf(service, delegators > 0),
    ...(started !== undefined && { time: new Date(performance.timeOrigin + started).toISOString() }),
    ...(duration !== undefined && { duration }),
    ...(askedBy !== undefined && { askedBy: nameOf(askedBy) }),
    needs: needsOf(service),
    ...(error !== undefined && { error: maskText(messageOf(error)) }),
  };
}

function kindOf(service: Service, { unregistered }: Manager): NonNullable<ServiceDescription['kind']> {
  if (service.alias !== undefined) return 'alias';
  if (service.Class !== undefined) return unregistered.get(service.id) === service ? 'class' : 'invokable';
  return service.isOwn ? 'factory' : 'service';
}

function needsOf({ needs, Class, status }: Service): string[] {
  if (status !== undefined || Class === undefined) return Array.from(needs, ({ id }) => nameOf(id));
  return injectedIds(Class as ServiceClass).map(nameOf);
}

function statusOf(
  { status, error, isOwn, alias }: Service,
  isDelegated: boolean,
): NonNullable<ServiceDescription['status']> {
  if (status !== undefined) return status;
  if (error !== undefined) return 'failed';
  return !isOwn && alias === undefined && !isDelegated ? 'made' : 'not made';
}

function nameOf(id: ServiceId): string {
  return String(nameOfId(id));
}
