import { describe, expect, test } from 'vitest';
import { ServiceManager } from '../../../src/kernel/container/service-manager.ts';
import { deferred } from '../../support/deferred.ts';

describe('a disposal that runs', () => {
  test('called again before it has finished, comes to its end with the first call, error included', async () => {
    const closed = deferred();
    const ended: string[] = [];
    const container = new ServiceManager({
      factories: {
        db: () => ({
          dispose: async () => {
            await closed.promise;
            throw new Error('db is stuck');
          },
        }),
      },
    });
    container.get('db');
    const calls = ['first', 'second'].map(async (call) => {
      await expect(container.dispose()).rejects.toThrow('db is stuck');
      ended.push(call);
    });
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(ended).toEqual([]);
    closed.resolve();
    await Promise.all(calls);
    expect(ended).toEqual(['first', 'second']);
  });

  test('does not wait for itself when a service calls it while it is disposed of, also later', async () => {
    const disposed: string[] = [];
    const container: ServiceManager = new ServiceManager({
      factories: {
        atOnce: () => ({ dispose: () => container.dispose().then(() => disposed.push('atOnce')) }),
        later: () => ({
          dispose: async () => {
            await Promise.resolve();
            await container.dispose();
            disposed.push('later');
          },
        }),
      },
    });
    for (const id of ['atOnce', 'later']) container.get(id);
    await container.dispose();
    expect(disposed).toEqual(['later', 'atOnce']);
  });

  test('reports the service that it waits for', async () => {
    class Pool {
      readonly size = 1;
    }
    const made = deferred<object>();
    const disposing = deferred();
    const closed = deferred();
    const container = new ServiceManager({
      factories: {
        db: () => made.promise,
        log: () => ({
          dispose: () => {
            disposing.resolve();
            return closed.promise;
          },
        }),
      },
    });
    container.setFactory(Pool, (given) => given.get('db'));
    for (const id of ['log', 'db', Pool]) container.get(id);
    const done = container.dispose();
    expect(container.pending).toEqual(['db', 'Pool']);
    made.resolve({});
    await disposing.promise;
    expect(container.pending).toEqual(['log']);
    closed.resolve();
    await done;
    expect(container.pending).toEqual([]);
  });
});
