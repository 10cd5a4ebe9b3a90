import { describe, expect, test } from 'vitest';
import { ServiceManager } from 'fw-runtime/service-manager';
import { describeServices } from '../../src/index.ts';
import type { ContainerInterface } from 'fw-runtime';
import { deferred } from '../../../runtime/test/support/deferred.ts';

class Clock {
  static readonly inject = ['zone'] as const;
}

class Noon {
  static readonly inject = [Clock] as const;
}

/** The description of one service. */
function describedIn(container: ContainerInterface, id: string) {
  return describeServices(container)?.find((service) => service.id === id);
}

describe('before any service is resolved, a container reports', () => {
  const symbol = Symbol('secret');
  const container = new ServiceManager({
    services: { zone: 'UTC' },
    invokables: { Time: Clock },
    factories: { db: () => 'postgres://me:pass@host' },
    aliases: { database: 'db' },
    delegators: { db: [(_, __, make) => make(), (_, __, make) => make()] },
  });
  container.setFactory(symbol, () => 1);

  test('the services, and how they would be created', () => {
    expect(describeServices(container)).toEqual([
      { id: 'zone', kind: 'service', status: 'made', needs: [] },
      { id: 'Time', kind: 'invokable', class: 'Clock', status: 'not made', needs: ['zone'] },
      { id: 'db', kind: 'factory', delegators: 2, status: 'not made', needs: [] },
      { id: 'database', kind: 'alias', aliasOf: 'db', status: 'not made', needs: [] },
      { id: 'Symbol(secret)', kind: 'factory', status: 'not made', needs: [] },
    ]);
  });

  test('the same for a second call, because nothing was created', () => {
    expect(describeServices(container)).toEqual(describeServices(container));
    expect(describeServices(container)?.some(({ time }) => time !== undefined)).toBe(false);
  });
});

describe('for a created service, a container reports', () => {
  test('its dependents, its dependencies, and the time', () => {
    const container = new ServiceManager({ services: { zone: 'UTC' } });
    const before = Date.now();
    container.get(Noon);

    expect(describedIn(container, 'Noon')).toMatchObject({ kind: 'class', status: 'made', needs: ['Clock'] });
    expect(describedIn(container, 'Noon')).not.toHaveProperty('askedBy');
    const clock = describedIn(container, 'Clock');
    expect(clock).toMatchObject({ askedBy: 'Noon', needs: ['zone'], duration: expect.any(Number) });
    // The two clocks of a process may differ by the fraction of a second.
    expect(Math.abs(Date.parse(clock?.time ?? '') - before)).toBeLessThan(60_000);
  });

  test('the first dependent, also after others depend on it', () => {
    const container = new ServiceManager({
      factories: {
        db: () => ({}),
        first: (services) => [services.get('db')],
        second: (services) => [services.get('db')],
      },
    });
    container.get('first');
    container.get('second');

    expect(describedIn(container, 'db')?.askedBy).toBe('first');
    expect(describedIn(container, 'second')?.needs).toEqual(['db']);
  });

  test('that it is pending, and its duration only when it is done', async () => {
    const opened = deferred<string>();
    const container = new ServiceManager({ factories: { db: () => opened.promise } });
    const db = container.get<Promise<string>>('db');
    expect(describedIn(container, 'db')).toMatchObject({ status: 'pending' });
    expect(describedIn(container, 'db')).not.toHaveProperty('duration');

    opened.resolve('open');
    await db;
    expect(describedIn(container, 'db')).toMatchObject({ status: 'made', duration: expect.any(Number) });
  });

  test('why it could not be created, until it can', () => {
    let broken = true;
    const db = () => {
      if (broken) throw new Error('no such host');
      return {};
    };
    const container = new ServiceManager({ factories: { db } });
    expect(() => container.get('db')).toThrow('no such host');
    expect(describedIn(container, 'db')).toMatchObject({
      status: 'failed',
      error: 'The service "db" could not be created: no such host',
    });

    broken = false;
    container.get('db');
    expect(describedIn(container, 'db')).toMatchObject({ status: 'made' });
    expect(describedIn(container, 'db')).not.toHaveProperty('error');
  });

  test('that it no longer exists after it was disposed of', async () => {
    const container = new ServiceManager({ factories: { db: () => ({}) } });
    container.get('db');
    await container.dispose();

    expect(describedIn(container, 'db')?.status).toBe('not made');
  });

  test('no secret of the error message for a failed creation', () => {
    const db = () => {
      throw new Error('no answer from postgres://me:hunter2@db/main');
    };
    const container = new ServiceManager({ factories: { db } });
    expect(() => container.get('db')).toThrow('hunter2');

    expect(describedIn(container, 'db')?.error).toBe(
      'The service "db" could not be created: no answer from postgres://***@db/main',
    );
  });

  test('never the service itself', () => {
    const container = new ServiceManager({
      services: { key: 'hidden-value' },
      factories: { db: () => 'hidden-value' },
    });
    container.get('db');

    expect(JSON.stringify(describeServices(container))).not.toContain('hidden-value');
  });
});

test("a factory's view of a container reports the same", () => {
  const views: ContainerInterface[] = [];
  const container = new ServiceManager({ factories: { db: (view) => views.push(view) } });
  container.get('db');

  expect(describeServices(views[0])).toEqual(describeServices(container));
});

test('another container reports its ids if it lists them, otherwise nothing', () => {
  const other = { get: () => undefined as never, has: () => true };

  expect(describeServices({ ...other, ids: ['db', Symbol('mail')] } as ContainerInterface)).toEqual([
    { id: 'db' },
    { id: 'Symbol(mail)' },
  ]);
  expect(describeServices(other)).toBeUndefined();
  expect(describeServices(undefined)).toBeUndefined();
});
