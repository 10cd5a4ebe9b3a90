import { messageOf } from '../errors/describe.ts';
import { maskText } from '../errors/secret-names.ts';
import { type ContainerInterface, IDENTITY, nameOfId, type ServiceId } from './container-interface.ts';
import { type ServiceClass, servicesAskedBy } from './inject.ts';
import type { Service } from './service.ts';

/** What a container tells of one service, as plain data; never the service itself. */
export interface ServiceDescription {
  /** A class by its name, a symbol as text. */
  readonly id: string;
  /**
   * Whether it is a finished value, what a factory makes, an instance of a registered class, an instance of a class with a
   * static `inject` that nobody registered, or another id of a service. Absent, as everything below, for a container that
   * only lists its ids.
   */
  readonly kind?: 'service' | 'factory' | 'invokable' | 'class' | 'alias';
  /** Of an alias: the id of the service that it stands for. */
  readonly aliasOf?: string;
  /** The class that it is an instance of, where it was registered as such. */
  readonly class?: string;
  /** How many delegators are around it; absent: none. */
  readonly delegators?: number;
  /** A finished value without delegators is made from the beginning. */
  readonly status?: 'not made' | 'pending' | 'made' | 'failed' | 'disposing';
  /** When its making began for the last time, as ISO 8601. */
  readonly time?: string;
  /** How long making it took, in milliseconds, what it waited for included; absent until it is done. */
  readonly duration?: number;
  /** The service whose factory was the first to ask for it; absent: a layer or the framework was. */
  readonly askedBy?: string;
  /** What it asked for while it was made; where it is not, what the static `inject` of its class names. */
  readonly needs?: readonly string[];
  /** The message of what kept it from being made, with its secrets masked. */
  readonly error?: string;
}

/** What a `ServiceManager` keeps of its services. */
interface Kept {
  readonly services: ReadonlyMap<ServiceId, Service>;
  readonly unregistered: ReadonlyMap<ServiceId, Service>;
  delegatorsOf(service: Service): readonly unknown[];
}

/**
 * What there is in a container, in the order in which it was registered: how each service is made, whether it was, when,
 * how long that took, and what it asked for. It makes none.
 *
 * @returns only ids for a container that lists no more, in `ids`; undefined for one that does not even do that
 * @example describeServices(container)?.filter(({ status }) => status === 'failed')
 */
export function describeServices(
  container: ContainerInterface | undefined,
): readonly ServiceDescription[] | undefined {
  const { [IDENTITY]: manager, ids } = (container ?? {}) as {
    readonly [IDENTITY]?: Kept;
    readonly ids?: Iterable<string | symbol>;
  };
  if (manager !== undefined) {
    const all = [...manager.services.values(), ...manager.unregistered.values()];
    return all.map((service) => described(service, manager));
  }
  return ids === undefined ? undefined : Array.from(ids, (id) => ({ id: String(id) }));
}

/** Resolves when no service is being made, at the latest after a time in milliseconds. It never rejects. */
export async function settledServices(
  container: ContainerInterface | undefined,
  longest: number,
): Promise<void> {
  const { [IDENTITY]: manager } = (container ?? {}) as { readonly [IDENTITY]?: Kept };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), longest)));
  for (;;) {
    const all = [...(manager?.services.values() ?? []), ...(manager?.unregistered.values() ?? [])];
    const pending = all.filter(({ status }) => status === 'pending').map(({ result }) => result);
    const settled = Promise.allSettled(pending).then(() => false);
    if (pending.length === 0 || (await Promise.race([settled, late]))) break;
  }
  clearTimeout(timer);
}

function described(service: Service, manager: Kept): ServiceDescription {
  const { alias, Class, started, duration, askedBy, error } = service;
  const delegators = manager.delegatorsOf(service).length;
  return {
    id: told(service.id),
    kind: kindOf(service, manager),
    ...(alias !== undefined && { aliasOf: told(alias) }),
    ...(Class !== undefined && { class: told(Class) }),
    ...(delegators > 0 && { delegators }),
    status: statusOf(service, delegators > 0),
    ...(started !== undefined && { time: new Date(performance.timeOrigin + started).toISOString() }),
    ...(duration !== undefined && { duration }),
    ...(askedBy !== undefined && { askedBy: told(askedBy) }),
    needs: needsOf(service),
    ...(error !== undefined && { error: maskText(messageOf(error)) }),
  };
}

function kindOf(service: Service, { unregistered }: Kept): NonNullable<ServiceDescription['kind']> {
  if (service.alias !== undefined) return 'alias';
  if (service.Class !== undefined) return unregistered.get(service.id) === service ? 'class' : 'invokable';
  return service.isOwn ? 'factory' : 'service';
}

function needsOf({ needs, Class, status }: Service): string[] {
  if (status !== undefined || Class === undefined) return Array.from(needs, ({ id }) => told(id));
  return servicesAskedBy(Class as ServiceClass).map(told);
}

function statusOf(
  { status, error, isOwn, alias }: Service,
  isDelegated: boolean,
): NonNullable<ServiceDescription['status']> {
  if (status !== undefined) return status;
  if (error !== undefined) return 'failed';
  return !isOwn && alias === undefined && !isDelegated ? 'made' : 'not made';
}

function told(id: ServiceId): string {
  return String(nameOfId(id));
}
