import { expect, test } from 'vitest';
import { type ContainerInterface, mergeConfigFiles } from 'fw-runtime';
import { ServiceManager } from 'fw-runtime/service-manager';
import { registeredNames } from '../../src/index.ts';

class Clock {
  static readonly inject = [] as const;
}

test('the names are the ids of all services, and the own keys of the configuration', () => {
  const config = { title: 'Blog', debug: true, dependencies: {} };
  const container = new ServiceManager({
    services: { config, zone: 'UTC' },
    factories: { db: () => new Map(), [Symbol('hidden')]: () => 1 },
    aliases: { database: 'db' },
  });
  container.setInvokable(Clock, Clock);

  expect(registeredNames(container)).toEqual({
    services: ['config', 'zone', 'db', 'database', 'Clock'],
    config: ['title'],
  });
});

test('names that only local and test files set are omitted', () => {
  const config = mergeConfigFiles(
    {
      'config/autoload/a.global.ts': { title: 'Blog', dependencies: { invokables: { Clock } } },
      'config/autoload/b.local.ts': {
        title: 'Mine',
        mine: 1,
        dependencies: { services: { Clock: 1, mine: 1 }, factories: { 'test.local': () => 1 } },
      },
      'config/autoload/test.ts': { tested: 1, dependencies: { aliases: { tested: 'Clock' } } },
    },
    { providers: [{ provided: 1, dependencies: { services: { provided: 1 } } }] },
  );
  const container = new ServiceManager(config.dependencies);
  container.setService('config', config);
  container.setService('by-code', 1);

  const { services, config: keys } = registeredNames(container) ?? { services: [] };
  expect(services.toSorted()).toEqual(['Clock', 'by-code', 'config', 'provided']);
  expect(keys).toEqual(['provided', 'title']);
});

test('a container without configuration has no keys', () => {
  expect(registeredNames(new ServiceManager())).toEqual({ services: [] });
});

test("the names of a container that can't list them are unknown", () => {
  const container: ContainerInterface = { get: () => 1 as never, has: () => true };

  expect(registeredNames(container)).toBeUndefined();
  expect(registeredNames(undefined)).toBeUndefined();
});
