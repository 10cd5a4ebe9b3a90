import { describe, expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { ServiceNotFoundError } from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';

class Clock {
  readonly zone: string = 'UTC';
}

/** Another class that is called Clock too. */
const OtherClock = (() => {
  class Clock {
    readonly zone: string = 'elsewhere';
  }
  return Clock;
})();

/** A class as a minifier leaves it. */
const Minified = class a {
  readonly isMinified = true;
};

describe('two classes of one name', () => {
  test('are two services', () => {
    const container = new ServiceManager();
    container.setInvokable(Clock, Clock);
    container.setFactory(OtherClock, () => new OtherClock());
    expect(container.get(Clock)).toBeInstanceOf(Clock);
    expect(container.get(OtherClock)).toBeInstanceOf(OtherClock);
    expect(container.ids).toEqual(['Clock', 'Clock']);
  });

  test('are distinguished if only one is registered', () => {
    for (const container of [
      new ServiceManager({ invokables: { Clock } }),
      withService((given) => given.setInvokable(Clock, Clock)),
      withService((given) => given.setService(Clock, new Clock())),
    ]) {
      expect(container.get(Clock)).toBeInstanceOf(Clock);
      expect(container.get('Clock')).toBe(container.get(Clock));
      expect(container.has(OtherClock)).toBe(false);
      expect(() => container.get(OtherClock)).toThrow(ServiceNotFoundError);
    }
  });

  test('are neither found by their name', () => {
    const container = new ServiceManager();
    container.setService(Clock, 1);
    container.setService(OtherClock, 2);
    expect(container.has('Clock')).toBe(false);
    container.setService('Clock', 3);
    expect([Clock, OtherClock, 'Clock'].map((id) => container.get(id))).toEqual([1, 2, 3]);
  });

  test('are both changed by the delegators of their name', () => {
    const mark = [(_given: unknown, _id: unknown, make: () => unknown) => `delegated ${String(make())}`];
    const container = new ServiceManager({ delegators: { Clock: mark } });
    container.setFactory(Clock, () => 1);
    container.setFactory(OtherClock, () => 2);
    expect([Clock, OtherClock].map((id) => container.get(id))).toEqual(['delegated 1', 'delegated 2']);
  });

  test('are called by the same name where they need each other', () => {
    const container = new ServiceManager();
    container.setFactory(Clock, (given) => given.get(OtherClock) as Clock);
    container.setFactory(OtherClock, (given) => given.get(Clock) as Clock);
    expect(() => container.get(Clock)).toThrow('The services Clock → Clock → Clock need each other');
  });
});

describe('a class', () => {
  test('finds the service registered under its name', () => {
    const container = new ServiceManager({
      factories: { Clock: () => 'made' },
      aliases: { Minified: 'Clock' },
    });
    expect(container.get(Clock)).toBe('made');
    expect(container.get(OtherClock)).toBe('made');
    expect(container.has(Minified)).toBe(false);
  });

  test('finds another class that is registered under its name as its implementation', () => {
    class SystemClock extends Clock {}
    const container = new ServiceManager({ invokables: { Clock: SystemClock } });
    expect(container.get(Clock)).toBeInstanceOf(SystemClock);
    expect(container.get(SystemClock)).toBe(container.get(Clock));
  });

  test('finds itself whatever a minifier calls it', () => {
    const container = new ServiceManager({ invokables: { Minified, Clock } });
    expect(container.get(Minified)).toBe(container.get('Minified'));
    expect(container.has('a')).toBe(false);
  });

  test('that was registered under several names is found under its own only', () => {
    const container = new ServiceManager({ invokables: { primary: Clock, replica: Clock } });
    expect(container.has(Clock)).toBe(false);
    container.setInvokable('Clock', Clock);
    expect(container.get(Clock)).toBe(container.get('Clock'));
    expect(container.get('primary')).not.toBe(container.get('replica'));
  });

  test('finds a service that is registered later', () => {
    const container = new ServiceManager();
    expect(container.has(Clock)).toBe(false);
    container.setService('Clock', 1);
    expect(container.get(Clock)).toBe(1);
    container.setService(Clock, 2);
    expect(container.get(Clock)).toBe(2);
    expect(container.get('Clock')).toBe(1);
  });

  test('without a name finds only itself', () => {
    const [One, Other] = [class extends Clock {}, class extends Clock {}];
    const container = new ServiceManager({ services: { '': 'nameless' } });
    container.setInvokable(One, One);
    expect([One.name, Other.name]).toEqual(['', '']);
    expect(container.get(One)).toBeInstanceOf(One);
    expect(container.has(Other)).toBe(false);
    expect(container.get('')).toBe('nameless');
  });

  test('may be the other id of a service, and have delegators under its name', () => {
    const container = new ServiceManager({
      factories: { clock: () => ['made'] },
      delegators: { Clock: [(_container, id, make) => [String(id), make()] as never] },
    });
    container.setAlias(Minified, 'clock');
    container.setFactory(Clock, () => 'made');
    expect(container.get(Minified)).toBe(container.get('clock'));
    expect(container.get(Clock)).toEqual(['Clock', 'made']);
  });
});

test('a string finds a class by the name under which it was registered, and by no other', () => {
  const container = new ServiceManager();
  container.setInvokable('clock', Clock);
  expect(container.get('clock')).toBeInstanceOf(Clock);
  expect(container.has('Clock')).toBe(false);
});

inBothVariants((kit) => {
  test('middleware of another class than the service of its name is itself (M2)', async () => {
    const [One, Other] = [kit.middlewareClass('one'), kit.middlewareClass('other')];
    const container = new ServiceManager();
    container.setInvokable('Answering', One as new () => unknown);
    const app = kit.app({ container });
    app.pipeRoutingMiddleware().pipeDispatchMiddleware();
    app.get('/one', One);
    app.get('/other', Other);
    app.get('/name', kit.service('Answering'));
    const bodies = ['/one', '/other', '/name'].map(async (path) => (await app.request(path)).text());
    expect(await Promise.all(bodies)).toEqual(['one', 'other', 'one']);
  });
});

function withService(register: (container: ServiceManager) => void): ServiceManager {
  const container = new ServiceManager();
  register(container);
  return container;
}
