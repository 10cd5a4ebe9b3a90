import { inspect } from 'node:util';
import { type Job, job, Jobs } from 'fw-jobs';
import { drain, enqueued } from 'fw-jobs/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type App, createApp, type Place } from './support/kit.ts';

const memory: Place = { options: { store: 'memory' }, openDatabase: () => undefined };
const open = (list: readonly Job<never>[]): App => createApp(memory, list as readonly Job[]);
const User = z.object({ userId: z.string() });

describe('the memory store', () => {
  test('enqueued() lists the payloads of waiting jobs, and drain() runs the jobs with their services', async () => {
    class Mailer {
      static readonly inject = [] as const;
      readonly sent: string[] = [];
    }
    const SendWelcome = job({ name: 'send-welcome', payload: User }).handle(
      [Mailer],
      ({ payload }, mailer) => void mailer.sent.push(payload.userId),
    );
    const app = open([SendWelcome]);
    await app.jobs.enqueue(SendWelcome, { userId: '7' });
    await app.jobs.enqueue(SendWelcome, { userId: '8' }, { delay: 60_000 });
    const mailer = app.container.get(Mailer);

    expect(await enqueued(app.jobs, SendWelcome)).toEqual([{ userId: '7' }, { userId: '8' }]);
    expect(mailer.sent).toEqual([]);
    await drain(app.jobs);
    expect(mailer.sent).toEqual(['7', '8']);
    expect(await enqueued(app.jobs, SendWelcome)).toEqual([]);
  });

  test('a service of the container runs, and jobs that other jobs enqueue', async () => {
    const log: string[] = [];
    const Second = job({ name: 'second' }).handle(() => void log.push('second'));
    const First = job({ name: 'first' }).handle([Jobs], async (_input, jobs) => {
      log.push('first');
      await jobs.enqueue(Second, {});
    });
    const app = open([First, Second]);
    await app.jobs.enqueue(First, {});
    await drain(app.jobs);

    expect(log).toEqual(['first', 'second']);
  });

  test('a dead letter is retried without its key', async () => {
    let isBroken = true;
    const Greet = job({ name: 'greet', attempts: 1 }).handle(() => {
      if (isBroken) throw new Error('no connection');
    });
    const app = open([Greet]);
    const first = await app.jobs.enqueue(Greet, {}, { key: 'user-7' });
    await expect(drain(app.jobs)).rejects.toThrow('no connection');
    isBroken = false;
    expect([await app.jobs.retry(first), await app.jobs.retry(first)]).toEqual([true, false]);

    expect(await app.jobs.enqueue(Greet, {}, { key: 'user-7' })).not.toBe(first);
    await drain(app.jobs);
    expect(await app.jobs.list('failed', 10)).toEqual([]);
  });

  test('a failed job runs again at once, and drain() throws the error of the last attempt after the other jobs', async () => {
    const log: unknown[] = [];
    const Fails = job({ name: 'fails', attempts: 2, backoff: { delay: 60_000 } }).handle(({ attempt }) => {
      log.push(attempt);
      throw new Error(`no connection ${attempt}`);
    });
    const Works = job({ name: 'works' }).handle(() => void log.push('works'));
    const app = open([Fails, Works]);
    const id = await app.jobs.enqueue(Fails, {});
    await app.jobs.enqueue(Works, {});

    await expect(drain(app.jobs)).rejects.toThrow('no connection 2');
    expect(log).toEqual([1, 2, 'works']);
    expect(await app.jobs.list('failed', 10)).toMatchObject([
      { id, name: 'fails', state: 'failed', enqueuedAt: expect.any(Date), attempts: 2 },
    ]);
    expect(await app.jobs.retry(id)).toBe(true);
    await expect(drain(app.jobs)).rejects.toThrow('no connection 2');
    expect([await app.jobs.discard(id), await app.jobs.discard(id)]).toEqual([true, false]);
    await drain(app.jobs);
  });

  test('an existing key adds no job', async () => {
    const Tick = job({ name: 'tick' }).handle(() => {});
    const app = open([Tick]);
    const first = await app.jobs.enqueue(Tick, {}, { key: 'a' });

    expect(await app.jobs.enqueue(Tick, {}, { key: 'a' })).toBe(first);
    expect(await app.jobs.enqueue(Tick, {}, { key: 'b' })).not.toBe(first);
    expect(await enqueued(app.jobs, Tick)).toHaveLength(2);
  });

  test('run() starts no jobs on it', async () => {
    const Tick = job({ name: 'tick' }).handle(() => {
      throw new Error('must not run');
    });
    const app = open([Tick]);
    await app.start();
    await app.jobs.enqueue(Tick, {});
    await app.stop();

    expect(app.error).not.toHaveBeenCalled();
  });

  test('a payload that is not JSON, or that the schema rejects, is an error', async () => {
    const Any = job({ name: 'any', payload: z.any() }).handle(() => {});
    const Send = job({ name: 'send', payload: User }).handle(() => {});
    const app = open([Any, Send]);

    await expect(app.jobs.enqueue(Any, undefined)).rejects.toThrow(
      'payload of "any" must be JSON of at most 1 MiB',
    );
    await expect(app.jobs.enqueue(Any, 'x'.repeat(2 ** 20))).rejects.toThrow('not "1048578 characters"');
    await expect(app.jobs.enqueue(Send, {} as never)).rejects.toThrow('what its schema accepts (userId: ');
    await expect(app.jobs.enqueue(Send, { userId: '7' }, { delay: -1 })).rejects.toThrow(
      'delay of enqueue() must be milliseconds',
    );
  });
});

describe('the configuration', () => {
  const at =
    (jobs: object): (() => unknown) =>
    () =>
      createApp({ options: jobs as never, openDatabase: () => undefined }, []);
  test.each([
    [{}, 'jobs.store: expected one of redis, postgres, sqlite, memory, received nothing'],
    [{ store: 'mysql' }, 'jobs.store: expected one of redis, postgres, sqlite, memory, received "mysql"'],
    [{ store: 'redis' }, 'jobs.url: expected a URL that begins with "redis://"'],
    [{ store: 'postgres', url: 'redis://x' }, 'jobs.url: expected a URL that begins with "postgres://"'],
    [
      { store: 'memory', lease: 1000.5 },
      'jobs.lease: expected an integer of at most 86400000 (a day), received 1000.5',
    ],
    [{ store: 'memory', lease: 2 ** 31 }, 'jobs.lease: expected an integer of at most 86400000 (a day)'],
    [{ store: 'memory', lease: 5 }, 'jobs.lease: expected at least 1000 milliseconds, received 5'],
    [{ store: 'memory', workers: 'no' }, 'jobs.workers: expected true or false, received "no"'],
  ])('%j throws an error that names the problem', (jobs, message) => {
    expect(at(jobs)).toThrow(message);
  });

  test.each([
    'redis://:pAsS/w0rd@127.0.0.1:1',
    'redis://:12/w0rd@127.0.0.1:1',
    'postgres://site:pAsS?w0rd@127.0.0.1/site',
    'redis://:p%zAsS@x',
  ])('the URL of a store, %s, is never shown', (url) => {
    const store = url.startsWith('redis') ? 'redis' : 'postgres';
    let message = '';
    try {
      at({ store, url })();
    } catch (error) {
      message = inspect(error);
    }
    expect(message).toContain(`jobs.url: expected a URL that begins with "${store}://"`);
    expect(message).not.toMatch(/pAsS|w0rd|AsS/);
  });

  test('two jobs of one name, and values that are not jobs, are errors', () => {
    const Tick = job({ name: 'tick' }).handle(() => {});
    expect(() => open([Tick, Tick])).toThrow(
      'jobs.list: expected jobs with different names, received "tick"',
    );
    expect(() => open([{} as never])).toThrow('jobs.list: expected an array of jobs, made by job().handle()');
  });

  test('a store in the database of the app needs it', async () => {
    const app = createApp({ options: { store: 'sqlite' }, openDatabase: () => undefined }, []);
    await expect(app.start()).rejects.toThrow(
      'The store "sqlite" needs the service "Database", which "node fw add database" adds.',
    );
  });

  test('enqueued() and drain() need the memory store', async () => {
    const app = createApp(
      { options: { store: 'redis', url: 'redis://127.0.0.1:1' }, openDatabase: () => undefined },
      [],
    );
    await expect(drain(app.jobs)).rejects.toThrow('enqueued() and drain() need the store "memory"');
    await app.stop();
  });
});
