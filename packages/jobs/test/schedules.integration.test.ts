import { setTimeout as sleep } from 'node:timers/promises';
import { job, type Job } from 'fw-jobs';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fresh, onEveryStore, until } from './support/every-store.ts';
import type { App } from './support/kit.ts';

// The tests start servers and wait for processes.
const MINUTE = 60_000;

const now = (): number => Math.floor(performance.timeOrigin + performance.now());

// The clock of each test starts ten seconds after a full minute, so that no run becomes due during the test.
let offset = 0;
beforeEach(() => {
  offset = 10_000 - (now() % MINUTE);
  shiftClock(0);
});

/** Moves the clock of this process forward or back, from the time at the start of the test. */
function shiftClock(by: number): void {
  vi.restoreAllMocks();
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset + by);
}

onEveryStore(({ name: store, open }) => {
  const planned = async (app: App): Promise<unknown[]> =>
    (await app.jobs.list('delayed', 10)).map(({ payload }) => payload);

  test('a schedule with an impossible payload is rejected at the start, with its name and the reason', async () => {
    const name = fresh();
    const list = [
      job({ name, payload: z.object({ userId: z.string() }), schedule: { cron: '0 3 * * *' } }).handle(
        () => {},
      ),
    ];
    for (const options of [{}, { workers: false }])
      await expect(open(list, options).start()).rejects.toThrow(
        `The argument schedule.payload of "${name}" must be what its schema accepts (userId: `,
      );
  });

  if (store === 'memory') return;

  /** Starts and stops an app two minutes ago, and returns a function that counts the runs since then. */
  const missed = async (
    name: string,
    schedule: object = {},
  ): Promise<{ list: Job<never>[]; runs: unknown[] }> => {
    const runs: unknown[] = [];
    const at = (more: object): Job<never> =>
      job({ name, payload: z.any(), schedule: { cron: '* * * * *', ...more } }).handle(
        ({ payload }) => void runs.push(payload),
      ) as Job<never>;
    shiftClock(-2 * MINUTE);
    const app = open([at({})]);
    await app.start();
    expect(await planned(app)).toHaveLength(1);
    await app.stop();
    shiftClock(0);
    return { list: [at(schedule)], runs };
  };

  test('a missed run is run once at the next start', async () => {
    const { list, runs } = await missed(fresh());
    const app = open(list);
    await app.start();
    await until(() => runs.length > 0);
    await sleep(500);

    expect(runs).toEqual([{}]);
    expect(await planned(app)).toHaveLength(1);
  });

  test('it is run once by several processes that start at once, with the payload of the new version', async () => {
    const { list, runs } = await missed(fresh(), { payload: { version: 2 } });
    const apps = Array.from({ length: 5 }, () => open(list));
    await Promise.all(apps.map((app) => app.start()));
    await until(() => runs.length > 0);
    await sleep(700);

    expect(runs).toEqual([{ version: 2 }]);
    expect(await planned(apps[0] as App)).toEqual([{ version: 2 }]);
  });

  test('a due run that waits for a busy worker is not lost when a process starts', async () => {
    const name = fresh();
    let finish = (): void => {};
    const runs: string[] = [];
    const Tick = job({ name, concurrency: 1, payload: z.any(), schedule: { cron: '* * * * *' } }).handle(
      async ({ payload }) => {
        runs.push(payload?.kind ?? 'schedule');
        if (payload?.kind === 'long') await new Promise<void>((resolve) => (finish = resolve));
      },
    );
    shiftClock(-2 * MINUTE);
    // The lease is longer than the change of the clock.
    const busy = open([Tick], { lease: 600_000 });
    await busy.start();
    await busy.jobs.enqueue(Tick, { kind: 'long' });
    await until(() => runs.length === 1);
    shiftClock(0);
    const web = open([Tick], { workers: false });
    await web.start();
    const other = open([Tick], { lease: 600_000 });
    await other.start();
    await until(() => runs.length === 2);
    finish();
    await sleep(700);

    expect(runs).toEqual(['long', 'schedule']);
  });

  test('processes that start at the same time all start, and plan one run', async () => {
    const name = fresh();
    for (const cron of ['0 3 * * *', '0 4 * * *', '0 4 * * *', '0 5 1 1 *']) {
      const list = [job({ name, schedule: { cron } }).handle(() => {})];
      const apps = Array.from({ length: 6 }, () => open(list));
      await Promise.all(apps.map((app) => app.start()));
      expect(await planned(apps[0] as App)).toHaveLength(1);
      await Promise.all(apps.map((app) => app.stop()));
    }
  });

  test('a changed schedule changes its planned run: the payload, the fields, the time zone, and its removal', async () => {
    const name = fresh();
    const timeOf = async (schedule: object | undefined): Promise<unknown> => {
      const definition = { name, payload: z.any(), ...(schedule !== undefined && { schedule }) };
      const app = open([job(definition as never).handle(() => {})]);
      await app.start();
      const listed = await app.jobs.list('delayed', 10);
      await app.stop();
      return listed.map(({ id, payload }) => [
        new Date(Number(id.split('@')[1])).toISOString().slice(5, 16),
        payload,
      ]);
    };

    expect(await timeOf({ cron: '0 12 24 6 *' })).toEqual([['06-24T12:00', {}]]);
    expect(await timeOf({ cron: '0 12 24 6 *', payload: { a: 1 } })).toEqual([['06-24T12:00', { a: 1 }]]);
    expect(await timeOf({ cron: '0 12 24 6 *', timeZone: 'Europe/Berlin' })).toEqual([['06-24T10:00', {}]]);
    expect(await timeOf({ cron: '0 12 25 6 *', timeZone: 'Europe/Berlin' })).toEqual([['06-25T10:00', {}]]);
    expect(await timeOf(undefined)).toEqual([]);
  });

  test('a due run is deleted when its schedule is removed', async () => {
    const name = fresh();
    const { runs } = await missed(name);
    const app = open([job({ name }).handle(() => void runs.push('run'))]);
    await app.start();
    await sleep(400);

    expect(runs).toEqual([]);
    expect(await app.jobs.list('waiting', 10)).toEqual([]);
  });

  test('a clock that moves back repeats no run, and ends no schedule', async () => {
    const name = fresh();
    const { list, runs } = await missed(name);
    const app = open(list);
    await app.start();
    await until(() => runs.length === 1);
    await until(async () => (await planned(app)).length === 1);
    shiftClock(-90 * MINUTE);
    const second = open(list);
    await second.start();
    await sleep(500);

    expect(runs).toHaveLength(1);
    expect(await planned(second)).toHaveLength(1);
  });

  test('a run whose attempts all fail is a dead letter, and the schedule continues', async () => {
    const name = fresh();
    await missed(name);
    const Fails = job({ name, attempts: 2, backoff: { delay: 1 }, schedule: { cron: '* * * * *' } }).handle(
      () => {
        throw new Error('no connection');
      },
    );
    const app = open([Fails]);
    await app.start();
    await until(async () => (await app.jobs.list('failed', 10)).length === 1);

    expect(await planned(app)).toHaveLength(1);
  });
});
