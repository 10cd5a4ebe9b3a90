import { nameOfId, type ServiceId } from './container-interface.ts';
import type { Service } from './making.ts';

/**
 * Finds services by their ids. A class is an id by itself and not by its name, so that two classes of one name are two
 * services. Where there is nothing under an id itself,
 * - a class finds the service that was registered as an instance of it, and else the one that was registered under its
 *   name, unless that is one of another class so called (`factories: { Application: … }` is found by `Application`);
 * - a string finds the one service that was registered under a class of this name.
 */
export class ServiceIndex {
  readonly #services = new Map<ServiceId, Service>();
  // Computed from the others, and anew when one is registered.
  readonly #byClass = new Map<ServiceId, Service | undefined>();

  set(service: Service): void {
    this.#services.set(service.id, service);
    this.#byClass.clear();
  }

  get ids(): ServiceId[] {
    return [...this.#services.keys()];
  }

  find(id: ServiceId): Service | undefined {
    const service = this.#services.get(id);
    if (service !== undefined || typeof id === 'symbol') return service;
    if (typeof id === 'string') return this.#underClassCalled(id);
    if (!this.#byClass.has(id)) this.#byClass.set(id, this.#ofClass(id));
    return this.#byClass.get(id);
  }

  #ofClass(Class: ServiceId): Service | undefined {
    const name = nameOfId(Class);
    const named = name === '' ? undefined : this.#services.get(name);
    const own = [...this.#services.values()].filter((service) => service.Class === Class);
    if (named !== undefined && own.includes(named)) return named;
    if (own.length === 1) return own[0];
    const isOfAnother = named?.Class !== undefined && nameOfId(named.Class) === name;
    return isOfAnother ? undefined : named;
  }

  #underClassCalled(name: string): Service | undefined {
    const found = this.ids.filter((id) => typeof id === 'function' && id.name === name && name !== '');
    return found.length === 1 ? this.#services.get(found[0] as ServiceId) : undefined;
  }
}
