/**
 * Fakes of services for tests. The compiler compares a fake with the type of its service, so that a test breaks when the
 * service changes. Production code doesn't import this module.
 *
 * @example createTestApp({ fakes: [fake(Mailer, { send: async (to) => void sent.push(to) })] })
 *
 * @module
 */
import {
  type ConfiguredServices,
  type FrameworkServices,
  nameOfId,
  type ServiceId,
  type Services,
} from './container-interface.ts';
import type { ServiceManager } from './service-manager.ts';
import { findService, type Service } from './service.ts';

/** The id of a service that can be faked: a class, or a name whose type is known. */
export type FakeId =
  | keyof Services
  | keyof ConfiguredServices
  | keyof FrameworkServices
  | (abstract new (...args: never[]) => unknown);

/** The public members of a service. An asynchronous service is a promise of them, as `container.get` returns it. */
export type FakeOf<Id extends FakeId> = PublicShape<
  Id extends keyof Services
    ? Services[Id]
    : Id extends keyof ConfiguredServices
      ? ConfiguredServices[Id]
      : Id extends keyof FrameworkServices
        ? FrameworkServices[Id]
        : Id extends abstract new (...args: never[]) => infer T
          ? T
          : never
>;

// A mapped type has no private members, so that an object literal fits the type of a class with private fields. It would
// lose the call signature of a function, and turn `unknown` into an empty object.
type PublicShape<T> = unknown extends T
  ? T
  : T extends Promise<infer Value>
    ? Promise<PublicShape<Value>>
    : T extends (...args: never[]) => unknown
      ? T
      : { [Key in keyof T]: T[Key] };

/** A fake of one service. */
export interface Fake {
  /** Replaces the service in a container that hasn't created it yet. */
  register(container: ServiceManager): void;
}

/**
 * Creates a fake of a service. Every request for the service, by its class, its name or an alias, returns the fake,
 * without the delegators of the service. The container doesn't dispose of a fake.
 *
 * @param id a class, or a service name whose type is known; `Repository<Post>` for a generic class
 * @param value the fake, with the public members of the service
 * @returns the fake, for `createTestApp({ fakes })`
 * @example const mailer = fake(Mailer, { send: async (to) => void sent.push(to) });
 */
export function fake<const Id extends FakeId>(id: Id, value: FakeOf<Id>): Fake {
  return { register: (container) => replace(container, id as ServiceId, value) };
}

function replace(container: ServiceManager, given: ServiceId, value: unknown): void {
  // Brackets, because these fields are private to everything but tests.
  const services = container['services'];
  const delegators = container['delegators'];
  let id = given;
  let service = findService(services, id);
  const seen = new Set<Service>();
  while (service?.alias !== undefined && !seen.has(service)) {
    seen.add(service);
    // An alias with delegators is a service of its own.
    if (delegators.has(nameOfId(service.id))) break;
    id = service.alias;
    service = findService(services, id);
  }
  id = service?.id ?? id;
  delegators.delete(nameOfId(id));
  // With its class, the fake of a service that is registered under another name is found by the class too.
  const Class = service?.Class && { Class: service.Class };
  services.set(id, { id, ...Class, isOwn: false, make: () => value, needs: new Set() });
}
