import { describe, expect, test } from 'vitest';
import { AppFactory, type ContainerInterface } from '../../../src/b/index.ts';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { deferred } from '../../support/deferred.ts';

describe('dispose', () => {
  test('disposes of created services, in every supported way', async () => {
    const disposed: string[] = [];
    const container = new ServiceManager({
      factories: {
        async: () => ({ [Symbol.asyncDispose]: async () => void disposed.push('async') }),
        sync: () => ({ [Symbol.dispose]: () => disposed.push('sync') }),
        named: () => ({ dispose: () => disposed.push('named') }),
        both: () => ({
          dispose: () => disposed.push('wrong'),
          [Symbol.dispose]: () => disposed.push('wrong'),
          [Symbol.asyncDispose]: async () => void disposed.push('both'),
        }),
        promised: async () => ({ dispose: () => disposed.push('promised') }),
        plain: () => ({}),
        nothing: () => null,
        unused: () => ({ dispose: () => disposed.push('unused') }),
      },
      aliases: { alias: 'named' },
    });
    for (const id of ['async', 'sync', 'named', 'both', 'promised', 'plain', 'nothing', 'alias'])
      container.get(id);
    await container.dispose();
    expect(disposed.toSorted()).toEqual(['async', 'both', 'named', 'promised', 'sync']);
    await container.dispose();
    expect(disposed).toHaveLength(5);
  });

  test('calls the method on its service', async () => {
    class Pool {
      #open = true;
      dispose(): void {
        this.#open = false;
      }
      get isOpen(): boolean {
        return this.#open;
      }
    }
    const container = new ServiceManager({ invokables: { Pool } });
    const pool = container.get(Pool);
    await container.dispose();
    expect(pool.isOpen).toBe(false);
  });

  test('does not dispose of values that were set', async () => {
    let disposed = false;
    const container = new ServiceManager({ services: { given: { dispose: () => (disposed = true) } } });
    container.get('given');
    await container.dispose();
    expect(disposed).toBe(false);
  });

  test('continues after a service that could not be created', async () => {
    let disposed = false;
    const container = new ServiceManager({
      factories: {
        broken: async () => {
          throw new Error('x');
        },
        fine: () => ({ dispose: () => (disposed = true) }),
      },
    });
    const broken = container.get<Promise<unknown>>('broken');
    container.get('fine');
    await container.dispose();
    expect(disposed).toBe(true);
    await expect(broken).rejects.toThrow('x');
  });

  test('disposes once of a service that two factories hand out', async () => {
    let disposed = 0;
    const container = new ServiceManager({
      factories: {
        Router: () => ({ dispose: () => disposed++ }),
        RouterInterface: (given) => given.get('Router'),
      },
    });
    container.get('RouterInterface');
    await container.dispose();
    expect(disposed).toBe(1);
  });

  test('does not dispose of values that were set when a factory returns them too', async () => {
    let disposed = 0;
    const given = { dispose: () => disposed++ };
    const container = new ServiceManager({
      services: { given, promised: Promise.resolve(given) },
      factories: {
        handedOut: (view) => view.get('given'),
        enclosed: () => given,
        awaited: async (view) => view.get('promised'),
      },
    });
    for (const id of ['handedOut', 'enclosed', 'awaited']) await container.get(id);
    await container.dispose();
    expect(disposed).toBe(0);
  });

  test('disposes of a service that is a function', async () => {
    let disposed = 0;
    const container = new ServiceManager({
      factories: { log: () => Object.assign(() => {}, { dispose: () => disposed++ }) },
    });
    container.get('log');
    await container.dispose();
    expect(disposed).toBe(1);
  });
});

describe('the order of disposal (C7)', () => {
  /** A container whose services write down when they are disposed of; each needs those that are listed. */
  function recording(needs: Readonly<Record<string, readonly string[]>>, kind: 'sync' | 'async') {
    const events: string[] = [];
    const service = (id: string) => ({
      async [Symbol.asyncDispose]() {
        events.push(`${id} …`);
        await Promise.resolve();
        events.push(id);
      },
    });
    const factories = Object.entries(needs).map(([id, ids]) => [
      id,
      kind === 'sync'
        ? (given: ContainerInterface) => {
            for (const need of ids) given.get(need);
            return service(id);
          }
        : async (given: ContainerInterface) => {
            await Promise.resolve();
            for (const need of ids) await given.get(need);
            return service(id);
          },
    ]);
    return { events, container: new ServiceManager({ factories: Object.fromEntries(factories) }) };
  }

  test.for(['sync', 'async'] as const)(
    'is the reverse of that of making, one after the other: %s',
    async (kind) => {
      const { container, events } = recording(
        { app: ['repository', 'log'], repository: ['db'], db: ['log'], log: [], last: [] },
        kind,
      );
      await container.get('app');
      await container.get('last');
      await container.dispose();
      const order = ['last', 'app', 'repository', 'db', 'log'];
      expect(events).toEqual(order.flatMap((id) => [`${id} …`, id]));
    },
  );

  test('comes before the disposal of a service that is held only as a promise', async () => {
    const opened = deferred();
    const disposed: string[] = [];
    const container = new ServiceManager({
      factories: {
        pool: (given) => ({ db: given.get('db'), dispose: () => disposed.push('pool') }),
        db: async () => {
          await opened.promise;
          return { dispose: () => disposed.push('db') };
        },
      },
    });
    container.get('pool');
    opened.resolve();
    await container.dispose();
    expect(disposed).toEqual(['pool', 'db']);
  });

  test('waits for services that are being created', async () => {
    const opened = deferred();
    const disposed: string[] = [];
    const container = new ServiceManager({
      factories: {
        slow: async (given) => {
          await opened.promise;
          await given.get('inner');
          return { dispose: () => disposed.push('slow') };
        },
        inner: async () => ({ dispose: () => disposed.push('inner') }),
      },
    });
    container.get('slow');
    const done = container.dispose();
    opened.resolve();
    await done;
    expect(disposed).toEqual(['slow', 'inner']);
  });

  test('is not changed by a service that fails; its error is thrown at the end', async () => {
    const disposed: string[] = [];
    const failing = (id: string) => ({
      dispose: () => {
        disposed.push(id);
        throw new Error(`${id} is stuck`);
      },
    });
    const container = new ServiceManager({
      factories: {
        first: () => ({ dispose: () => disposed.push('first') }),
        second: () => failing('second'),
        third: async () => failing('third'),
      },
    });
    for (const id of ['first', 'second']) container.get(id);
    await expect(container.dispose()).rejects.toThrow('second is stuck');
    expect(disposed).toEqual(['second', 'first']);
    for (const id of ['second', 'third']) await container.get(id);
    const error: unknown = await container.dispose().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toHaveProperty('code', 'FW_SERVICES_NOT_DISPOSED');
    expect((error as AggregateError).errors).toMatchObject([
      { message: 'third is stuck' },
      { message: 'second is stuck' },
    ]);
    await container.dispose();
  });

  test('keeps a service for those that were created after it, while they are disposed of', async () => {
    const seen: unknown[] = [];
    const container = new ServiceManager({
      factories: {
        log: () => ({ lines: [] as string[], dispose: () => seen.push('log is closed') }),
        db: (given) => ({
          log: given.get('log'),
          dispose: () => seen.push(given.get('log') === given.get<{ log: unknown }>('db').log),
        }),
      },
    });
    const log = container.get('log');
    container.get('db');
    await container.dispose();
    expect(seen).toEqual([true, 'log is closed']);
    expect(container.get('log')).not.toBe(log);
  });

  test('does not wait for an application that disposes of its container in turn', async () => {
    let disposed = 0;
    const container = new ServiceManager({
      factories: {
        Application: (given) => AppFactory.create(given),
        Container: (given) => given,
        db: () => ({ dispose: () => disposed++ }),
      },
    });
    for (const id of ['db', 'Application', 'Container']) container.get(id);
    await container.dispose();
    expect(disposed).toBe(1);
  });
});
