import { describe, expect, test } from 'vitest';
import type { DependencyConfig } from '../../../src/kernel/container/container-interface.ts';
import { fake } from '../../../src/kernel/container/fake.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';

class Mailer {
  static readonly inject = [] as const;
  readonly #sent: string[] = [];

  send(to: string): void {
    this.#sent.push(to);
  }
}

declare module '../../../src/index.ts' {
  interface Services {
    'test.mail': Mailer;
    'test.later': Promise<Mailer>;
    Mailer: Mailer;
  }
}

const fakeMailer = { send: () => {} };

describe.each<[string, DependencyConfig]>([
  ['an invokable under its name', { invokables: { Mailer }, aliases: { 'test.mail': 'Mailer' } }],
  [
    'an invokable under another name',
    { invokables: { 'test.mail': Mailer }, aliases: { Mailer: 'test.mail' } },
  ],
  ['a factory', { factories: { Mailer: () => new Mailer() }, aliases: { 'test.mail': 'Mailer' } }],
  ['not registered', { aliases: { 'test.mail': Mailer } }],
  [
    'an alias of another service',
    { factories: { smtp: () => new Mailer() }, aliases: { Mailer: 'smtp', 'test.mail': Mailer } },
  ],
  [
    'wrapped by delegators',
    {
      invokables: { Mailer },
      aliases: { 'test.mail': 'Mailer' },
      delegators: { Mailer: [(_container, _id, make) => ({ wrapped: make() })] },
    },
  ],
])('a fake of a service that is %s', (_case, dependencies) => {
  test.each([
    ['its class', fake(Mailer, fakeMailer)],
    ['its name', fake('Mailer', fakeMailer)],
    ['an alias', fake('test.mail', fakeMailer)],
  ])('replaces the service by %s for everything that gets it', (_id, mailer) => {
    class Accounts {
      static readonly inject = [Mailer, 'Mailer', 'test.mail'] as const;
      readonly received: readonly Mailer[];

      constructor(...received: Mailer[]) {
        this.received = received;
      }
    }
    const container = new ServiceManager(dependencies);
    mailer.register(container);

    expect(container.get(Accounts).received).toEqual([fakeMailer, fakeMailer, fakeMailer]);
  });
});

test('a fake leaves another class of the same name alone', () => {
  const Other = (() => {
    class Mailer {
      static readonly inject = [] as const;
    }
    return Mailer;
  })();
  const container = new ServiceManager();
  fake(Mailer, fakeMailer).register(container);

  expect(container.get(Mailer)).toBe(fakeMailer);
  expect(container.get(Other)).toBeInstanceOf(Other);
});

test('a fake of an alias with delegators leaves the service behind the alias alone', () => {
  const container = new ServiceManager({
    invokables: { Mailer },
    aliases: { 'test.mail': 'Mailer' },
    delegators: { 'test.mail': [(_container, _id, make) => make()] },
  });
  fake('test.mail', fakeMailer).register(container);

  expect(container.get('test.mail')).toBe(fakeMailer);
  expect(container.get(Mailer)).toBeInstanceOf(Mailer);
});

test('a fake of an asynchronous service is a promise', async () => {
  const container = new ServiceManager({ factories: { 'test.later': async () => new Mailer() } });
  fake('test.later', Promise.resolve(fakeMailer)).register(container);

  expect(await container.get('test.later')).toBe(fakeMailer);
});

test('a fake is not disposed of', async () => {
  let disposed = 0;
  class Db {
    static readonly inject = [] as const;
    readonly #url = 'real';

    dispose(): void {
      disposed += this.#url.length;
    }
  }
  const container = new ServiceManager();
  fake(Db, { dispose: () => void disposed++ }).register(container);
  container.get(Db);
  await container.dispose();

  expect(disposed).toBe(0);
});

test('a fake of an alias in a circle ends', () => {
  const container = new ServiceManager({ aliases: { 'test.mail': 'Mailer', Mailer: 'test.mail' } });
  fake('test.mail', fakeMailer).register(container);

  expect(container.get('test.mail')).toBe(fakeMailer);
});
