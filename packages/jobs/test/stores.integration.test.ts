import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, job } from 'fw-jobs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { withPostgres } from '../../../test/support/postgres.ts';
import { withRedis } from '../../middleware/test/redis-server.ts';
import {
  type App,
  createApp,
  type Database,
  type Place,
  postgresPlace,
  redisPlace,
  sqlitePlace,
} from './support/kit.ts';
import { createJobTables } from './support/tables.mjs';

let unique = 0;
/** Each test uses its own name, because queues are persistent. */
const fresh = (): string => `job-${process.pid}-${++unique}`.toLowerCase();
const until = (check: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await check())) throw new Error('not yet');
    },
    { timeout: 10_000, interval: 20 },
  );

const Text = z.object({ text: z.string() });

type Open = (list: readonly Job<never>[], ...rest: [] | [object]) => App;

/** Creates apps that are stopped after each test. */
function opener(placeOf: () => Place): Open {
  const apps: App[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop();
  });
  return (list, ...rest) => {
    const app = createApp(placeOf(), list as readonly Job[], ...rest);
    apps.push(app);
    return app;
  };
}

/** The case that is essential for every store. */
function essentialCase(placeOf: () => Place): void {
  const open = opener(placeOf);

  test('a job runs once with its payload, its id and its services', async () => {
    const seen: unknown[] = [];
    const Greet = job({ name: fresh(), payload: Text }).handle(
      async ({ payload, id, attempt }) => void seen.push([payload, id, attempt]),
    );
    const app = open([Greet]);
    const id = await app.jobs.enqueue(Greet, { text: 'Hello' });
    await app.start();
    await until(() => seen.length > 0);
    await sleep(300);

    expect(seen).toEqual([[{ text: 'Hello' }, id, 1]]);
    expect(await app.jobs.list('active', 10)).toEqual([]);
    expect(await app.jobs.list('waiting', 10)).toEqual([]);
  });
}

/** The other cases that every store must pass. */
function storeCases(placeOf: () => Place, hasTransactions: boolean): void {
  const open = opener(placeOf);

  test('a job of another process runs', async () => {
    const seen: unknown[] = [];
    const Greet = job({ name: fresh(), payload: Text }).handle(
      async ({ payload }) => void seen.push(payload.text),
    );
    await open([Greet]).start();
    const web = open([Greet], { workers: false });
    await web.start();
    await web.jobs.enqueue(Greet, { text: 'from the web' });
    await until(() => seen.length > 0);

    expect(seen).toEqual(['from the web']);
  });

  test('a payload that the schema rejects is not enqueued', async () => {
    const Greet = job({ name: fresh(), payload: Text }).handle(() => {});
    const app = open([Greet]);

    await expect(app.jobs.enqueue(Greet, { text: 5 } as never)).rejects.toThrow(
      /what its schema accepts \(text: /,
    );
    const Unlisted = job({ name: fresh(), payload: Text }).handle(() => {});
    await expect(app.jobs.enqueue(Unlisted, { text: '' })).rejects.toThrow(
      'a job that is listed in config/jobs.ts',
    );
    await expect(app.jobs.enqueue(Greet, { text: '' }, { key: '' })).rejects.toThrow('key of enqueue()');
    await expect(app.jobs.enqueue(Greet, { text: 'x'.repeat(2 ** 20) })).rejects.toThrow(
      'JSON of at most 1 MiB',
    );
    expect(await app.jobs.list('waiting', 10)).toEqual([]);
  });

  test('a failed job runs again, and becomes a dead letter, which can be retried and discarded', async () => {
    const attempts: number[] = [];
    let isBroken = true;
    const Greet = job({ name: fresh(), attempts: 3, backoff: { delay: 10 } }).handle(({ attempt }) => {
      attempts.push(attempt);
      if (isBroken) throw new Error('no connection');
    });
    const app = open([Greet]);
    await app.start();
    const before = Date.now();
    const id = await app.jobs.enqueue(Greet, {});
    const after = Date.now();
    await until(async () => (await app.jobs.list('failed', 10)).length === 1);

    expect(attempts).toEqual([1, 2, 3]);
    const listed = await app.jobs.list('failed', 10);
    const enqueuedAt = listed[0]?.enqueuedAt;
    expect(listed).toEqual([
      {
        id,
        name: Greet.definition.name,
        state: 'failed',
        enqueuedAt,
        attempts: 3,
        payload: {},
        error: 'no connection',
      },
    ]);
    expect(Number(enqueuedAt)).toBeGreaterThanOrEqual(before);
    expect(Number(enqueuedAt)).toBeLessThanOrEqual(after);
    expect(app.error.mock.calls.map(([, message]) => String(message).replace(/"[^"]+" /, ''))).toEqual([
      'The job failed in attempt 1; it runs again in 0.01 s.',
      'The job failed in attempt 2; it runs again in 0.02 s.',
      'The job failed in attempt 3; it is a dead letter now.',
    ]);
    isBroken = false;
    expect([await app.jobs.retry(id), await app.jobs.retry('unknown')]).toEqual([true, false]);
    await until(() => attempts.length === 4);
    expect(attempts).toEqual([1, 2, 3, 1]);
    isBroken = true;
    const other = await app.jobs.enqueue(Greet, {});
    await until(async () => (await app.jobs.list('failed', 10)).length === 1);
    expect([await app.jobs.discard(other), await app.jobs.discard(other)]).toEqual([true, false]);
    expect(await app.jobs.list('failed', 10)).toEqual([]);
  });

  test('a delayed job waits, and can be discarded', async () => {
    const seen: number[] = [];
    const Greet = job({ name: fresh() }).handle(() => void seen.push(performance.now()));
    const app = open([Greet]);
    await app.start();
    const started = performance.now();
    await app.jobs.enqueue(Greet, {}, { delay: 600 });
    const later = await app.jobs.enqueue(Greet, {}, { delay: 100_000 });
    expect((await app.jobs.list('delayed', 10)).map(({ id }) => id)).toContain(later);
    await until(() => seen.length > 0);

    expect((seen[0] as number) - started).toBeGreaterThanOrEqual(590);
    expect(await app.jobs.discard(later)).toBe(true);
    expect(await app.jobs.list('delayed', 10)).toEqual([]);
  });

  test('while a job with a key waits or runs, no other job with it is enqueued', async () => {
    let finish = (): void => {};
    let runs = 0;
    const Greet = job({ name: fresh() }).handle(() => {
      runs++;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const app = open([Greet]);
    const first = await app.jobs.enqueue(Greet, {}, { key: 'user-7' });
    expect(await app.jobs.enqueue(Greet, {}, { key: 'user-7' })).toBe(first);
    expect(await app.jobs.enqueue(Greet, {}, { key: 'user-8', delay: 100_000 })).not.toBe(first);
    await app.start();
    await until(() => runs === 1);
    expect(await app.jobs.enqueue(Greet, {}, { key: 'user-7' })).toBe(first);
    finish();
    await until(async () => (await app.jobs.list('active', 10)).length === 0);

    const second = await app.jobs.enqueue(Greet, {}, { key: 'user-7' });
    expect(second).not.toBe(first);
    await until(() => runs === 2);
    finish();
  });

  test('a dead letter is retried without its key, which another job may use', async () => {
    let isBroken = true;
    const seen: string[] = [];
    const Greet = job({ name: fresh(), attempts: 1 }).handle(({ id }) => {
      if (isBroken) throw new Error('no connection');
      seen.push(id);
    });
    const app = open([Greet]);
    await app.start();
    const first = await app.jobs.enqueue(Greet, {}, { key: 'user-7' });
    await until(async () => (await app.jobs.list('failed', 10)).length === 1);
    isBroken = false;
    const second = await app.jobs.enqueue(Greet, {}, { key: 'user-7', delay: 300 });
    expect(second).not.toBe(first);
    expect(await app.jobs.retry(first)).toBe(true);
    await until(() => seen.length === 2);

    expect(seen).toEqual([first, second]);
  });

  test('an app without jobs starts, and its store reports nothing', async () => {
    const app = open([]);
    await app.start();
    await sleep(300);

    expect(app.error).not.toHaveBeenCalled();
  });

  test('a process runs no more jobs of a type at the same time than its concurrency', async () => {
    let now = 0;
    let most = 0;
    let done = 0;
    const Greet = job({ name: fresh(), concurrency: 3 }).handle(async () => {
      most = Math.max(most, ++now);
      await sleep(30);
      now--;
      done++;
    });
    const app = open([Greet]);
    for (let count = 0; count < 12; count++) await app.jobs.enqueue(Greet, {});
    await app.start();
    await until(() => done === 12);

    expect(most).toBe(3);
  });

  test('stopping waits for running jobs, and starts no others', async () => {
    const log: string[] = [];
    const Greet = job({ name: fresh(), concurrency: 1 }).handle(async () => {
      log.push('start');
      await sleep(300);
      log.push('end');
    });
    const app = open([Greet]);
    await app.jobs.enqueue(Greet, {});
    await app.jobs.enqueue(Greet, {});
    await app.start();
    await until(() => log.length === 1);
    await app.stop();

    expect(log).toEqual(['start', 'end']);
    expect(await open([Greet]).jobs.list('waiting', 10)).toHaveLength(1);
  });

  test('a job that takes too long for a shutdown is aborted by its signal, and runs again without a counted attempt', async () => {
    const attempts: number[] = [];
    const Greet = job({ name: fresh(), attempts: 1 }).handle(async ({ attempt, signal }) => {
      attempts.push(attempt);
      if (attempts.length === 1) await sleep(60_000, undefined, { signal });
    });
    const app = open([Greet]);
    Object.assign(app.container.get<{ server?: object }>('config'), { server: { shutdown_timeout: 400 } });
    await app.jobs.enqueue(Greet, {});
    await app.start();
    await until(() => attempts.length === 1);
    const before = performance.now();
    await app.stop();
    expect(performance.now() - before).toBeLessThan(2000);
    expect(app.error).not.toHaveBeenCalled();
    expect(app.warn.mock.lastCall?.[1]).toMatch(
      /^The job "[^"]+" was aborted by the shutdown; it runs again\.$/,
    );
    await open([Greet]).start();
    await until(() => attempts.length === 2);

    expect(attempts).toEqual([1, 1]);
  });

  test('a schedule enqueues jobs, and ends when the job no longer has one', async () => {
    const name = fresh();
    const Tick = job({
      name,
      schedule: { cron: '* * * * *', timeZone: 'Europe/Berlin', payload: {} },
    }).handle(() => {});
    const app = open([Tick]);
    await app.start();
    const delayed = await app.jobs.list('delayed', 10);
    expect(delayed).toHaveLength(1);
    expect(await app.jobs.discard(delayed[0]?.id ?? '')).toBe(false);
    await open([Tick]).start();
    expect(await app.jobs.list('delayed', 10)).toHaveLength(1);
    await app.stop();
    const Unscheduled = job({ name }).handle(() => {});
    const later = open([Unscheduled]);
    await later.start();

    expect(await later.jobs.list('delayed', 10)).toEqual([]);
  });

  describe.runIf(!hasTransactions)('without transactions', () => {
    test('calls that need transactions throw a clear error', async () => {
      const errors: unknown[] = [];
      const Greet = job({ name: fresh(), attempts: 1 }).handle(({ once }) =>
        once(async () => 1).catch((error: unknown) => errors.push(error)),
      );
      const app = open([Greet]);
      await expect(app.jobs.enqueue(Greet, {}, { transaction: {} })).rejects.toThrow(
        'The store "redis" has no transactions: use "postgres" or "sqlite", or leave "transaction" out.',
      );
      await app.start();
      await app.jobs.enqueue(Greet, {});
      await until(() => errors.length === 1);

      expect(String(errors[0])).toContain(
        'The store "redis" has no transactions: once() needs "postgres" or "sqlite".',
      );
    });
  });

  describe.runIf(hasTransactions)('with transactions', () => {
    const countOf = async (database: Database | undefined, table: string): Promise<number> => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(table)}`.execute(database as Database);
      return Number(rows[0]?.count);
    };

    test('a job that is enqueued in a transaction runs after the commit', async () => {
      const seen: string[] = [];
      const Greet = job({ name: fresh(), payload: Text }).handle(
        ({ payload }) => void seen.push(payload.text),
      );
      const app = open([Greet]);
      const database = app.database as Database;
      await app.start();
      await database
        .transaction()
        .execute((transaction) => app.jobs.enqueue(Greet, { text: 'committed' }, { transaction }));
      await expect(
        database.transaction().execute(async (transaction) => {
          await app.jobs.enqueue(Greet, { text: 'rolled back' }, { transaction });
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await until(() => seen.length > 0);
      await sleep(600);

      expect(seen).toEqual(['committed']);
    });

    test('a missing table is an error at the start with a solution', async () => {
      const app = open([]);
      await sql`alter table fw_jobs_done rename to elsewhere`.execute(app.database as Database);
      try {
        await expect(app.start()).rejects.toThrow(
          /The table "fw_jobs_done" of the jobs can't be read\. Run the migrations: node fw db migrate\. \(.+\)$/,
        );
      } finally {
        await sql`alter table elsewhere rename to fw_jobs_done`.execute(app.database as Database);
      }
      await app.jobs.check();
    });

    test('ids of once() are deleted after 30 days', async () => {
      const app = open([]);
      const day = 24 * 3_600_000;
      const [old, recent] = [fresh(), fresh()];
      const [before, after] = [Date.now() - 31 * day, Date.now() - 29 * day];
      const insert = sql`insert into fw_jobs_done (id, done_at) values (${old}, ${before}), (${recent}, ${after})`;
      await insert.execute(app.database as Database);
      await app.start();
      const kept = async (): Promise<unknown[]> => {
        const { rows } = await sql<{ id: string }>`
          select id from fw_jobs_done where id in (${old}, ${recent})
        `.execute(app.database as Database);
        return rows.map(({ id }) => id);
      };
      await until(async () => (await kept()).length < 2);

      expect(await kept()).toEqual([recent]);
    });

    test('once() within once() does nothing, like every second call', async () => {
      const results: unknown[] = [];
      const Nested = job({ name: fresh() }).handle(async ({ once }) => {
        results.push(
          await once(() => once(async () => 'inner').then((inner) => [inner])),
          await once(async () => 1),
        );
      });
      const app = open([Nested]);
      await app.start();
      await app.jobs.enqueue(Nested, {});
      await until(() => results.length === 2);

      expect(results).toEqual([[undefined], undefined]);
    });

    test('work in once() is committed once, although the job runs again', async () => {
      const table = fresh().replaceAll('-', '_');
      const results: unknown[] = [];
      const Greet = job({ name: fresh(), attempts: 3, backoff: { delay: 10 } }).handle(
        async ({ once, attempt }) => {
          results.push(
            await once(async (transaction: Database) => {
              await sql`insert into ${sql.table(table)} (id) values (${attempt})`.execute(transaction);
              if (attempt === 1) throw new Error('rolled back');
              return 'done';
            }),
          );
          if (attempt === 2) throw new Error('after the commit');
        },
      );
      const app = open([Greet]);
      await sql`create table ${sql.table(table)} (id integer)`.execute(app.database as Database);
      await app.start();
      await app.jobs.enqueue(Greet, {});
      await until(() => results.length === 2);

      expect(results).toEqual(['done', undefined]);
      expect(await countOf(app.database, table)).toBe(1);
    });
  });
}

/** Forwards connections to a port, after it is opened. */
async function closedProxy(
  to: number,
): Promise<{ port: number; open(): void; shut(): void; close(): Promise<void> }> {
  let isOpen = false;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    sockets.add(inner);
    inner.on('error', () => {});
    if (!isOpen) return void inner.destroy();
    const outer = connect(to, '127.0.0.1');
    sockets.add(outer);
    outer.on('error', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    open: () => void (isOpen = true),
    shut,
    async close() {
      shut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A store that is a server. */
function serverCases(placeOf: () => Place): void {
  test('the first job that an app enqueues is rejected immediately while the store is down, and an idle worker stops', async () => {
    const { options } = placeOf();
    const url = new URL(options.url ?? '');
    const proxy = await closedProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    proxy.open();
    url.port = String(proxy.port);
    const Greet = job({ name: fresh() }).handle(() => {});
    const place = { ...placeOf(), options: { ...options, url: url.href } };
    const [web, worker] = [{ workers: false }, {}].map((more) =>
      createApp(place, [Greet as never], more),
    ) as [App, App];
    await Promise.all([web.start(), worker.start()]);
    proxy.shut();
    const before = performance.now();
    await expect(web.jobs.enqueue(Greet, {})).rejects.toThrow(
      `The job store "${options.store}" at ${url.host} failed: `,
    );
    await expect(web.jobs.check()).rejects.toThrow(`at ${url.host} failed: `);
    await Promise.all([web.stop(), worker.stop()]);

    expect(performance.now() - before).toBeLessThan(8000);
  });

  test('an app that enqueues its first job while the store is down enqueues the next one after the store is back', async () => {
    const url = new URL(placeOf().options.url ?? '');
    const proxy = await closedProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    url.port = String(proxy.port);
    const Greet = job({ name: fresh() }).handle(() => {});
    const app = createApp({ ...placeOf(), options: { ...placeOf().options, url: url.href } }, [
      Greet as never,
    ]);
    onTestFinished(() => app.stop());
    await expect(app.jobs.enqueue(Greet, {})).rejects.toThrow();
    proxy.open();

    await until(async () => (await app.jobs.enqueue(Greet, {}).catch(() => '')) !== '');
    expect(await app.jobs.list('waiting', 10)).toHaveLength(1);
  });
}

describe('sqlite', () => {
  let place: ReturnType<typeof sqlitePlace>;
  beforeAll(async () => {
    place = sqlitePlace();
    const database = place.openDatabase();
    await createJobTables(database, false);
    await database.destroy();
  });
  afterAll(() => place.remove());
  essentialCase(() => place);
  storeCases(() => place, true);
});

withRedis((url) => {
  describe('redis', () => {
    essentialCase(() => redisPlace(url()));
    describe('all cases', { tags: ['full'] }, () => {
      storeCases(() => redisPlace(url()), false);
      serverCases(() => redisPlace(url()));
    });
  });
});

withPostgres((url) => {
  describe('postgres', () => {
    beforeAll(async () => {
      const database = postgresPlace(url()).openDatabase() as Database;
      await createJobTables(database, true);
      await database.destroy();
    });
    essentialCase(() => postgresPlace(url()));
    describe('all cases', { tags: ['full'] }, () => {
      storeCases(() => postgresPlace(url()), true);
      serverCases(() => postgresPlace(url()));
    });
  });
});
