import { describe, expect, test } from 'vitest';
import { type ContainerInterface, ServiceNotCreatedError } from '../../../src/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { deferred } from '../../support/deferred.ts';
import { errorOf } from '../../support/error-of.ts';

describe('services that need each other', () => {
  const container = new ServiceManager({
    factories: {
      entry: (given) => given.get('a'),
      a: (given) => given.get('b'),
      b: (given) => given.get('c'),
      c: (given) => given.get('a'),
      self: (given) => given.get('self'),
      d: (given) => [given.get('leaf'), given.get('leaf'), given.get('e')],
      e: (given) => given.get('leaf'),
      leaf: () => 'leaf',
    },
    aliases: { one: 'two', two: 'one' },
  });

  test.for([
    ['a', 'a → b → c → a'],
    ['b', 'b → c → a → b'],
    ['entry', 'a → b → c → a'],
    ['self', 'self → self'],
    ['one', 'one → two → one'],
  ] as const)('are reported with the chain: %s', ([id, chain]) => {
    for (let time = 0; time < 2; time++) {
      const error = errorOf(() => container.get(id));
      expect(error).toBeInstanceOf(ServiceNotCreatedError);
      expect(error.message).toBe(
        `The services ${chain} need each other; fetch one of them later, when it is used.`,
      );
    }
  });

  test('are not those that need the same one', () => {
    expect(container.get('d')).toEqual(['leaf', 'leaf', 'leaf']);
  });
});

describe('asynchronous services that need each other (C7)', () => {
  /** Resolves another service after an asynchronous step. */
  const later = (...ids: string[]) => {
    return async (container: ContainerInterface): Promise<unknown> => {
      await Promise.resolve();
      const needed = [];
      for (const id of ids) needed.push(await container.get(id));
      return needed;
    };
  };
  const atOnce = (id: string) => {
    return async (container: ContainerInterface): Promise<unknown> => [await container.get(id)];
  };
  const circular = () =>
    new ServiceManager({
      factories: {
        entry: later('a'),
        a: later('leaf', 'b'),
        b: later('leaf', 'alias of c'),
        c: later('a'),
        self: later('self'),
        eager: atOnce('lazy'),
        lazy: later('eager'),
        one: atOnce('two'),
        two: atOnce('one'),
        promise: (container) => container.get('of promise'),
        'of promise': later('promise'),
        leaf: later(),
      },
      aliases: { 'alias of c': 'c' },
    });

  test.for([
    ['a', 'a → b → c → a'],
    ['c', 'c → a → b → c'],
    ['entry', 'a → b → c → a'],
    ['self', 'self → self'],
    ['eager', 'eager → lazy → eager'],
    ['lazy', 'lazy → eager → lazy'],
    ['one', 'one → two → one'],
    ['promise', 'promise → of promise → promise'],
  ] as const)('are reported with the chain, and do not wait forever: %s', async ([id, chain]) => {
    const container = circular();
    for (let time = 0; time < 2; time++) {
      const error: unknown = await container.get<Promise<unknown>>(id).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ServiceNotCreatedError);
      expect(error).toHaveProperty(
        'message',
        `The services ${chain} need each other; fetch one of them later, when it is used.`,
      );
    }
  });

  test('are reported to all concurrent callers', async () => {
    const container = circular();
    const all = ['a', 'b', 'c', 'entry'].map((id) => container.get<Promise<unknown>>(id));
    for (const outcome of await Promise.allSettled(all)) {
      expect(outcome).toMatchObject({ reason: { message: expect.stringContaining(' need each other') } });
    }
  });

  test('do not include services that need the same service, which was requested earlier', async () => {
    const container = new ServiceManager({
      factories: { a: later('leaf', 'b'), b: later('leaf'), c: later('b', 'a', 'leaf'), leaf: later() },
    });
    const all = ['c', 'b', 'a', 'leaf'].map((id) => container.get<Promise<unknown>>(id));
    expect(await Promise.all(all)).toEqual([[[[]], [[], [[]]], []], [[]], [[], [[]]], []]);
  });

  test('are not those that fetch the other when they use it', async () => {
    const container = new ServiceManager({
      factories: {
        a: async (given) => {
          await Promise.resolve();
          return { name: 'a', other: () => given.get<Promise<{ name: string }>>('b') };
        },
        b: later('a'),
        sync: (given) => ({ other: () => given.get<{ other: unknown }>('back') }),
        back: (given) => ({ other: given.get('sync') }),
      },
    });
    const a = await container.get<Promise<{ other(): Promise<unknown> }>>('a');
    expect(await a.other()).toEqual([a]);
    const sync = container.get<{ other(): { other: unknown } }>('sync');
    expect(sync.other().other).toBe(sync);
  });

  test('may get the other while a third one is created', async () => {
    const opened = deferred();
    const container = new ServiceManager({
      factories: {
        a: (given) => ({ b: () => given.get<Promise<string>>('b') }),
        b: async () => {
          await opened.promise;
          return 'b';
        },
        c: async (given) => given.get<{ b(): Promise<string> }>('a').b(),
      },
    });
    const all = [container.get<Promise<string>>('c'), container.get<Promise<string>>('b')];
    opened.resolve();
    expect(await Promise.all(all)).toEqual(['b', 'b']);
  });

  test('can be created when one of them works without the other', async () => {
    let tries = 0;
    const container = new ServiceManager({
      factories: {
        a: later('b'),
        b: async (given) => {
          await Promise.resolve();
          return tries++ === 0 ? given.get('a') : 'alone';
        },
      },
    });
    await expect(container.get<Promise<unknown>>('a')).rejects.toThrow('a → b → a');
    expect(await container.get<Promise<unknown>>('a')).toEqual(['alone']);
  });
});
