import { describe, expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import type { ServiceId } from '../../../src/index.ts';

/** Services whose calls of `start` and `dispose` are recorded; each needs others. */
function recording(needs: Readonly<Record<string, readonly string[]>>, start: readonly ServiceId[]) {
  const calls: string[] = [];
  const factories = Object.fromEntries(
    Object.entries(needs).map(([id, ids]) => [
      id,
      (container: { get(id: string): unknown }) => {
        for (const each of ids) container.get(each);
        calls.push(`create ${id}`);
        return { start: async () => void calls.push(`start ${id}`), dispose: () => calls.push(`stop ${id}`) };
      },
    ]),
  );
  return { calls, container: new ServiceManager({ factories, start }) };
}

describe('start', () => {
  test('starts services after their dependencies, whatever the order of the list, and stops them in reverse', async () => {
    const { calls, container } = recording(
      { pool: [], queue: ['pool'], scheduler: ['queue'], unlisted: [] },
      ['scheduler', 'pool'],
    );
    await container.start();
    await container.dispose();

    expect(calls).toEqual([
      'create pool',
      'create queue',
      'create scheduler',
      'start pool',
      'start scheduler',
      'stop scheduler',
      'stop queue',
      'stop pool',
    ]);
  });

  test('starts a service once, also when it is listed twice, under an alias, or start is called again', async () => {
    const { calls, container } = recording({ pool: [] }, ['pool', 'pool', 'db']);
    container.setAlias('db', 'pool');
    await Promise.all([container.start(), container.start()]);
    await container.start();

    expect(calls).toEqual(['create pool', 'start pool']);
  });

  test('a disposed container starts its services again', async () => {
    const { calls, container } = recording({ pool: [] }, ['pool']);
    await container.start();
    await container.dispose();
    await container.start();

    expect(calls).toEqual(['create pool', 'start pool', 'stop pool', 'create pool', 'start pool']);
  });

  test('creates services without start(), and starts values that were set, classes and asynchronous services', async () => {
    const started: string[] = [];
    class Pool {
      static readonly inject = [] as const;
      start(): void {
        started.push(this instanceof Pool ? 'Pool' : 'not this');
      }
    }
    const container = new ServiceManager({
      services: { given: { start: () => started.push('given') } },
      factories: {
        plain: () => {
          started.push('plain was created');
          return null;
        },
        promised: async () => Promise.resolve({ start: () => started.push('promised') }),
      },
      start: ['given', 'plain', 'promised', Pool],
    });
    await container.start();

    expect(started).toEqual(['plain was created', 'given', 'promised', 'Pool']);
  });

  test('a start that fails names the service, and starts nothing after it', async () => {
    const started: string[] = [];
    const container = new ServiceManager({
      factories: {
        db: () => ({ start: () => Promise.reject(new Error('no connection')) }),
        later: () => ({ start: () => started.push('later') }),
      },
      start: ['db', 'later'],
    });

    await expect(container.start()).rejects.toMatchObject({
      name: 'ServiceNotStartedError',
      code: 'FW_SERVICE_NOT_STARTED',
      message: 'The service "db" could not be started: no connection',
      cause: new Error('no connection'),
    });
    expect(started).toEqual([]);
  });

  test('a service that is missing or cannot be created is named, and nothing is started', async () => {
    const { calls, container } = recording({ pool: [] }, ['pool', 'pol']);
    await expect(container.start()).rejects.toThrow(
      'There is no service "pol" among 1; did you mean "pool"?',
    );

    expect(calls).toEqual(['create pool']);
  });

  test('the service that is being started is pending', async () => {
    const seen: unknown[] = [];
    const container = new ServiceManager({
      factories: { db: () => ({ start: () => seen.push(container.pending) }) },
      start: ['db'],
    });
    await container.start();

    expect([seen, container.pending]).toEqual([[['db']], []]);
  });
});
