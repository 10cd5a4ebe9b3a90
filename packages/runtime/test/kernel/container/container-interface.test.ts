import { describe, expect, expectTypeOf, test } from 'vitest';
import { AppFactory } from '../../../src/a/index.ts';
import { type ContainerInterface, RouterInterface, type ServiceId } from '../../../src/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

class Mailer {
  readonly from = 'a@example.org';
}

// A project augments the module that it imports, 'fw-runtime'; here that is the entry file.
declare module '../../../src/index.ts' {
  interface Services {
    'test.mailer': Mailer;
    'test.port': number;
  }
}

describe('the types of services', () => {
  const container: ContainerInterface = new ServiceManager({
    services: { 'test.mailer': new Mailer(), 'test.port': 25 },
  });

  test('are typed by name if a project has declared them', () => {
    expectTypeOf(container.get('test.mailer')).toEqualTypeOf<Mailer>();
    expectTypeOf(container.get('test.port')).toEqualTypeOf<number>();
    expect(container.get('test.mailer').from).toBe('a@example.org');
    expect(container.get('test.port')).toBe(25);
  });

  test('are that of a class or of an id that carries one', () => {
    const typed: ServiceId<Mailer> = 'test.mailer';
    expectTypeOf(container.get<Mailer>(typed)).toEqualTypeOf<Mailer>();
    expectTypeOf<ReturnType<typeof getMailer>>().toEqualTypeOf<Mailer>();
    expect(container.get(typed)).toBeInstanceOf(Mailer);
    expect(() => {
      expectTypeOf(container.get(RouterInterface)).toEqualTypeOf<RouterInterface>();
    }).toThrow('There is no service "RouterInterface"');
  });

  test("are unknown otherwise, or have the caller's type", () => {
    expectTypeOf(container.has).returns.toBeBoolean();
    expect(container.has('other')).toBe(false);
    expect(() => {
      expectTypeOf(container.get('other')).toBeUnknown();
    }).toThrow('There is no service "other"');
  });

  function getMailer(): Mailer {
    return container.get(Mailer);
  }
});

describe('a custom container', () => {
  class MapContainer implements ContainerInterface {
    readonly #services = new Map<unknown, unknown>();

    set(id: ServiceId, value: unknown): this {
      this.#services.set(id, value);
      return this;
    }

    get<T>(id: ServiceId<T>): T {
      if (!this.has(id)) throw new Error(`No ${String(id)}`);
      return this.#services.get(id) as T;
    }

    has(id: ServiceId): boolean {
      return this.#services.has(id);
    }
  }

  test('is a class with get and has', () => {
    const container: ContainerInterface = new MapContainer().set('a', 1).set(Mailer, new Mailer());
    expectTypeOf(container.get(Mailer)).toEqualTypeOf<Mailer>();
    expect(container.get<number>('a')).toBe(1);
    expect(container.get(Mailer).from).toBe('a@example.org');
  });

  test('serves an application', () => {
    const container = new MapContainer();
    expect(AppFactory.create(container).getContainer()).toBe(container);
  });

  test('may be a plain object', () => {
    const container: ContainerInterface = {
      get: <T>(id: ServiceId<T>): T => `service ${String(id)}` as T,
      has: () => true,
    };
    expect(container.get('x')).toBe('service x');
  });
});
