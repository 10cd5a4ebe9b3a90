import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type ContainerInterface,
  InvalidArgumentError,
  ServiceNotCreatedError,
  ServiceNotFoundError,
} from '../../../src/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { errorOf } from '../../support/error-of.ts';

class Db {
  readonly url: string = 'memory';
}

class DbFactory {
  create(_container: ContainerInterface): Db {
    return new Db();
  }
}

class Broken {
  readonly value: string = fail('just text');
}

function fail(value: unknown): never {
  throw value;
}

/** Must never be called. */
function call(): never {
  throw new Error('not to be called');
}

describe('a service', () => {
  test('is a finished value', () => {
    const value = { a: 1 };
    const container = new ServiceManager({ services: { value, nothing: undefined, zero: 0, none: null } });
    expect(container.get('value')).toBe(value);
    expect(container.get('zero')).toBe(0);
    expect(container.get('none')).toBeNull();
    expect(container.has('nothing')).toBe(true);
    expect(container.get('nothing')).toBeUndefined();
  });

  test('that is a function or a promise is left alone', async () => {
    const promise = Promise.resolve(1);
    const container = new ServiceManager({ services: { call, promise, Db } });
    expect(container.get('call')).toBe(call);
    expect(container.get('Db')).toBe(Db);
    expect(await container.get('promise')).toBe(1);
  });

  test('is created from an invokable without arguments', () => {
    const container = new ServiceManager({ invokables: { Db } });
    expect(container.get('Db')).toBeInstanceOf(Db);
    expect(container.get(Db)).toBe(container.get('Db'));
  });

  test('is created by a function that gets the container', () => {
    const container = new ServiceManager({
      services: { url: 'x' },
      factories: { db: (given) => ({ isThere: given.has('db'), url: given.get('url'), given }) },
    });
    const { given, ...seen } = container.get<{ given: unknown }>('db');
    expect(seen).toEqual({ isThere: true, url: 'x' });
    expect(given).toBeInstanceOf(ServiceManager);
  });

  test('may be set by a factory, for all', () => {
    const container = new ServiceManager({
      factories: { first: (given) => (given as ServiceManager).setService('second', 2) },
    });
    container.get('first');
    expect(container.get('second')).toBe(2);
  });

  test('is created by a class that has a method "create"', () => {
    class Inherited extends DbFactory {}
    const container = new ServiceManager({ factories: { db: DbFactory, other: Inherited } });
    expect(container.get('db')).toBeInstanceOf(Db);
    expect(container.get('other')).toBeInstanceOf(Db);
  });

  test('is created on its first use, once', () => {
    let made = 0;
    const container = new ServiceManager({ factories: { db: () => ({ number: ++made }) } });
    expect(container.has('db')).toBe(true);
    expect(made).toBe(0);
    expect(container.get('db')).toBe(container.get('db'));
    expect(made).toBe(1);
  });

  test.for([undefined, null, 0, false, ''])('that a factory creates as %s is created once too', (value) => {
    let made = 0;
    const container = new ServiceManager({
      factories: {
        x: () => {
          made++;
          return value;
        },
      },
    });
    expect(container.get('x')).toBe(value);
    expect(container.get('x')).toBe(value);
    expect(made).toBe(1);
  });

  test('can be set later, and again', () => {
    const container = new ServiceManager();
    container.setService('a', 1);
    container.setInvokable('b', Db);
    container.setFactory('c', () => 3);
    container.setFactory('d', DbFactory);
    container.setAlias('e', 'a');
    expect(['a', 'c', 'e'].map((id) => container.get(id))).toEqual([1, 3, 1]);
    expect(container.get('d')).toBeInstanceOf(Db);
    container.setService('a', 2);
    expect(container.get('a')).toBe(2);
  });
});

describe('an id', () => {
  const key = Symbol('key');

  test('is a string, a symbol or a class, whose id is its name', () => {
    const container = new ServiceManager({ services: { [key]: 1 } });
    container.setFactory(Db, () => new Db());
    expect(container.get(key)).toBe(1);
    expect(container.has(Symbol('key'))).toBe(false);
    expect(container.get('Db')).toBeInstanceOf(Db);
    expectTypeOf(container.get(Db)).toEqualTypeOf<Db>();
    expectTypeOf(container.get('Db')).toBeUnknown();
    expectTypeOf(container.get<string>('Db')).toBeString();
  });

  test.for(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'then', '', 'a.b', '0'])(
    'may be called %j, and is not there before',
    (id) => {
      const container = new ServiceManager();
      expect(container.has(id)).toBe(false);
      expect(() => container.get(id)).toThrow(ServiceNotFoundError);
      container.setFactory(id, () => 'made');
      expect(container.has(id)).toBe(true);
      expect(container.get(id)).toBe('made');
    },
  );
});

describe('an alias', () => {
  test('is another id of the same service', () => {
    const container = new ServiceManager({
      factories: { db: DbFactory },
      aliases: { one: 'db', two: 'one' },
    });
    container.setAlias(Symbol.for('three'), 'two');
    container.setInvokable(Db, Db);
    container.setAlias('four', Db);
    expect(container.get('two')).toBe(container.get('db'));
    expect(container.get(Symbol.for('three'))).toBe(container.get('db'));
    expect(container.get('four')).toBe(container.get(Db));
  });

  test('may be set before the service', () => {
    const container = new ServiceManager();
    container.setAlias('a', 'b');
    container.setService('b', 1);
    expect(container.get('a')).toBe(1);
  });

  test('uses a service that is set again', () => {
    const container = new ServiceManager({ services: { b: 1 }, aliases: { a: 'b' } });
    expect(container.get('a')).toBe(1);
    container.setService('b', 2);
    expect(container.get('a')).toBe(2);
  });
});

describe('delegators', () => {
  test('are applied in order, the last one outermost, once', () => {
    let calls = 0;
    const container = new ServiceManager({
      factories: { text: () => 'x' },
      delegators: {
        text: [
          (_container, _id, make) => `(${String(make())})`,
          (given, id, make) => {
            calls++;
            expect(given.has('text')).toBe(true);
            return `${String(id)}[${String(make())}]`;
          },
        ],
      },
    });
    expect(container.get('text')).toBe('text[(x)]');
    expect(container.get('text')).toBe('text[(x)]');
    expect(calls).toBe(1);
  });

  test('may replace a service without creating it, and works on every type', () => {
    const container = new ServiceManager({
      services: { value: 1 },
      invokables: { Db },
      factories: {
        broken: () => {
          throw new Error('not to be called');
        },
      },
      delegators: {
        value: [(_container, _id, make) => [make()]],
        Db: [(_container, _id, make) => ({ inner: make() })],
        broken: [() => 'replaced'],
      },
    });
    expect(container.get('value')).toEqual([1]);
    expect(container.get('Db')).toEqual({ inner: new Db() });
    expect(container.get('broken')).toBe('replaced');
  });
});

describe('a missing service (PSR-11)', () => {
  test('differs from a service that cannot be created, and lists the registered names', () => {
    const container = new ServiceManager({ services: { a: 1 }, invokables: { Db } });
    container.setService(Symbol('s'), 1);
    const error = errorOf(() => container.get('nope'));
    expect(error).toBeInstanceOf(ServiceNotFoundError);
    expect(error).toMatchObject({
      code: 'FW_SERVICE_NOT_FOUND',
      message: 'There is no service "nope" among 3, nor one with a similar name.',
    });
    expect(container.has('nope')).toBe(false);
  });

  test('is reported for a class by its name, and for an empty container', () => {
    expect(errorOf(() => new ServiceManager().get(Db)).message).toBe(
      'There is no service "Db", nor any other. Register the class, or give it a static "inject".',
    );
  });
});

describe('a service that cannot be created', () => {
  test('is reported with the service and the cause', () => {
    const cause = new Error('no connection');
    const container = new ServiceManager({
      factories: {
        db: () => {
          throw cause;
        },
      },
    });
    const error = errorOf(() => container.get('db'));
    expect(error).toBeInstanceOf(ServiceNotCreatedError);
    expect(error).toMatchObject({
      code: 'FW_SERVICE_NOT_CREATED',
      message: 'The service "db" could not be created: no connection',
      cause,
    });
  });

  test('is reported for an invokable, and for a thrown value that is no Error', () => {
    const error = errorOf(() => new ServiceManager({ invokables: { Broken } }).get(Broken));
    expect(error).toBeInstanceOf(ServiceNotCreatedError);
    expect(error.message).toBe('The service "Broken" could not be created: just text');
    expect(error.cause).toBe('just text');
  });

  test('because of a service that is not there names both', () => {
    const container = new ServiceManager({
      factories: { db: (given) => given.get('url') },
      aliases: { a: 'b' },
    });
    const error = errorOf(() => container.get('db'));
    expect(error).toBeInstanceOf(ServiceNotCreatedError);
    expect(error.message).toBe(
      'The service "db" could not be created: There is no service "url" among 2, nor one with a similar name.',
    );
    expect(error.cause).toBeInstanceOf(ServiceNotFoundError);
    expect(() => container.get('a')).toThrow('There is no service "b"');
  });

  test('is tried again the next time', () => {
    let tries = 0;
    const container = new ServiceManager({
      factories: {
        db: () => {
          if (++tries < 3) throw new Error(`try ${tries}`);
          return tries;
        },
      },
    });
    expect(() => container.get('db')).toThrow('try 1');
    expect(() => container.get('db')).toThrow('try 2');
    expect(container.get('db')).toBe(3);
    expect(container.get('db')).toBe(3);
  });

  test('does not keep the others from being created', () => {
    const container = new ServiceManager({
      factories: {
        broken: () => {
          throw new Error('x');
        },
        careful: (given) => {
          expect(() => given.get('broken')).toThrow(ServiceNotCreatedError);
          expect(() => given.get('broken')).toThrow(ServiceNotCreatedError);
          return given.get('fine');
        },
        fine: () => 'fine',
      },
    });
    expect(container.get('careful')).toBe('fine');
  });

  test.for([5, null, undefined, 'x', {}])('is rejected when it is set: the factory %s', (factory) => {
    expect(() => new ServiceManager().setFactory('x', factory as unknown as () => void)).toThrow(
      new InvalidArgumentError(
        'factory of the service "x"',
        'a function or a class with a method "create"',
        factory,
      ),
    );
    expect(() => new ServiceManager({ factories: { x: factory as unknown as () => void } })).toThrow(
      InvalidArgumentError,
    );
  });

  test.for([5, null, undefined, 'x', {}])('is rejected when it is set: the invokable %s', (Class) => {
    expect(() => new ServiceManager().setInvokable('x', Class as unknown as typeof Db)).toThrow(
      new InvalidArgumentError('invokable "x"', 'a class', Class),
    );
  });
});

describe('an asynchronous factory', () => {
  test('returns the same promise to all callers', async () => {
    let made = 0;
    const container = new ServiceManager({ factories: { db: async () => ({ number: ++made }) } });
    const [one, other] = [container.get('db'), container.get('db')];
    expect(await one).toBe(await other);
    expect(await container.get('db')).toEqual({ number: 1 });
  });

  test('that fails is reported with the service to all callers, and created again', async () => {
    let tries = 0;
    const container = new ServiceManager({
      factories: {
        db: async () => {
          if (++tries === 1) throw new Error('no connection');
          return tries;
        },
      },
      aliases: { alias: 'db' },
    });
    const both = await Promise.allSettled([container.get('db'), container.get('alias')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tries).toBe(1);
    const [first] = both;
    expect(first).toMatchObject({
      reason: { message: 'The service "db" could not be created: no connection' },
    });
    expect((first as PromiseRejectedResult).reason).toBeInstanceOf(ServiceNotCreatedError);
    expect(await container.get('alias')).toBe(2);
    expect(await container.get('db')).toBe(2);
  });
});
