import { MemoryStore, RedisStore, type SessionStore } from 'fw-middleware/session';
import { redis } from 'fw-middleware/redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { withRedis } from './redis-server.ts';

const ID = 'a'.repeat(40);

/** The behavior of every store. */
function behavesAsStore(make: () => Promise<SessionStore>): void {
  test('a session is readable under its id until it is removed, and is removed once', async () => {
    const store = await make();

    await store.write(ID, 'content', 60_000);
    expect(await store.read(ID)).toBe('content');
    expect(await store.read('b'.repeat(40))).toBeUndefined();
    expect([await store.remove(ID), await store.remove(ID)]).toEqual([true, false]);
    expect(await store.read(ID)).toBeUndefined();
  });

  test('an update replaces the content of an existing session, and never adds a session', async () => {
    const store = await make();
    expect(await store.update(ID, 'content', 60_000)).toBe(false);
    expect(await store.read(ID)).toBeUndefined();

    await store.write(ID, 'content', 60_000);
    expect(await store.update(ID, 'changed', 60_000)).toBe(true);
    expect(await store.read(ID)).toBe('changed');
  });

  test('a touch changes no content, and adds nothing', async () => {
    const store = await make();
    expect(await store.touch(ID, 60_000)).toBe(false);
    expect(await store.read(ID)).toBeUndefined();

    await store.write(ID, 'content', 60_000);
    expect(await store.touch(ID, 90_000)).toBe(true);
    expect(await store.read(ID)).toBe('content');
  });
}

describe('in memory', () => {
  behavesAsStore(async () => Promise.resolve(new MemoryStore()));

  test('update and touch renew the time to live, after which the session is removed', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = new MemoryStore();
    store.write(ID, 'content', 1000);
    for (const renew of [() => store.touch(ID, 1000), () => store.update(ID, 'content', 1000)]) {
      vi.advanceTimersByTime(999);
      expect(renew()).toBe(true);
    }
    vi.advanceTimersByTime(1000);

    expect(store.read(ID)).toBeUndefined();
    expect([store.update(ID, 'x', 1000), store.touch(ID, 1000), store.remove(ID)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

withRedis((url) => {
  const connect = async () => {
    const client = await redis({ url: url() });
    onTestFinished(() => client.disconnect());
    await client.flushall();
    return client;
  };

  behavesAsStore(async () => new RedisStore(await connect()));

  test('every write sets the time to live of its key', async () => {
    const client = await connect();
    const store = new RedisStore(client, 'test:');

    await store.write(ID, 'content', 60_000);
    expect(await client.pttl(`test:${ID}`)).toBeGreaterThan(50_000);
    await store.update(ID, 'content', 120_000);
    expect(await client.pttl(`test:${ID}`)).toBeGreaterThan(110_000);
    await store.touch(ID, 180_000);
    expect(await client.pttl(`test:${ID}`)).toBeGreaterThan(170_000);
  });
});
