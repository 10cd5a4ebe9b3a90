import { setTimeout as sleep } from 'node:timers/promises';
import { job, type Job } from 'fw-jobs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { fresh, onEveryStore, until } from './support/every-store.ts';
import type { Database } from './support/kit.ts';

// The tests start servers and wait for processes.
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const twice = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = [value, value];
  return value;
};
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Payloads that JSON changes, or that a store can't keep, with the JSON pointer in the error. */
const INVALID: readonly (readonly [string, unknown, string])[] = [
  ['U+0000 in a string', { a: ['x\0y'] }, '/a/0: a string without U+0000'],
  ['a lone surrogate', { a: { b: 'x\ud800' } }, '/a/b: a string without U+0000 and lone surrogates'],
  ['U+0000 in a key', { 'a\0': 1 }, 'a key without U+0000'],
  ['a lone surrogate in a key', { '\udc00': 1 }, 'a key without U+0000'],
  ['undefined in an array', { list: [1, undefined] }, '/list/1: a value'],
  ['a hole in an array', { list: Array(1) }, '/list/0: a value'],
  ['NaN', { a: Number.NaN }, '/a: a finite number'],
  ['Infinity', { 'a/b~c': -Infinity }, '/a~1b~0c: a finite number'],
  ['a BigInt', { a: 1n }, '/a: a value that JSON has a form for'],
  ['a function', { a() {} }, '/a: a value that JSON has a form for'],
  ['a symbol', { a: Symbol('x') }, '/a: a value that JSON has a form for'],
  ['a Map', { a: new Map([[1, 2]]) }, '/a: an object, an array, or a value with toJSON()'],
  ['a Set', { a: new Set([1]) }, '/a: an object'],
  ['bytes', { a: new Uint8Array(2) }, '/a: an object'],
  ['an error', { a: new Error('x') }, '/a: an object'],
  ['a regular expression', { a: /x/ }, '/a: an object'],
  ['an invalid date', { a: new Date(Number.NaN) }, '/a: a valid date'],
  ['a cycle', cycle, 'must be JSON of at most 1 MiB (/self'],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('broken getter');
      },
    },
    'broken getter',
  ],
  [
    'toJSON() that throws',
    {
      a: {
        toJSON() {
          throw Object.create(null);
        },
      },
    },
    'must be JSON of at most 1 MiB',
  ],
  ['an object that is contained twice at each level', twice(60), 'must be JSON of at most 1 MiB'],
  ['deep nesting', nested(600), 'at most 500 levels'],
  ['very deep nesting', nested(50_000), 'must be JSON of at most 1 MiB'],
  ['undefined', undefined, 'must be JSON of at most 1 MiB'],
  ['a long string', 'x'.repeat(2 ** 20), 'not "1048578 characters"'],
];

class Point {
  readonly x = 1;
  readonly #y = 2;
  get sum(): number {
    return this.x + this.#y;
  }
}

/** Payloads that are kept, and the payloads that the job receives. */
const KEPT: readonly (readonly [string, unknown, unknown])[] = [
  ['undefined properties are left out', { a: undefined, b: 1 }, { b: 1 }],
  ['keys that are symbols are left out', { [Symbol('a')]: 1, b: 1 }, { b: 1 }],
  ['-0 is 0', { a: -0 }, { a: 0 }],
  ['a date is a string', { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
  ['a URL is a string', { a: new URL('http://a/') }, { a: 'http://a/' }],
  ['toJSON() is called', { a: { toJSON: () => [1] } }, { a: [1] }],
  ['an instance is its own properties', { a: new Point() }, { a: { x: 1 } }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['null', { a: null }, { a: null }],
  [
    'text beyond the BMP, and control characters',
    { a: '\u{1f600}\u0001\u2028' },
    { a: '\u{1f600}\u0001\u2028' },
  ],
  [
    'extreme numbers',
    { a: [5e-324, 1.7976931348623157e308, 2 ** 53] },
    { a: [5e-324, 1.7976931348623157e308, 2 ** 53] },
  ],
  ['deep nesting within the limit', { a: nested(400) }, { a: nested(400) }],
];

const revoked = Proxy.revocable({}, {});
revoked.revoke();
const throwing = (key: string): Error =>
  Object.defineProperty(new Error('x'), key, {
    get() {
      throw new Error('a getter that throws');
    },
  });
const withCause = new Error('outer');
withCause.cause = withCause;
const named = (name: string): Error => Object.assign(new Error('a name of BullMQ'), { name });

/** Values that handlers throw, and the message of the dead letter. */
const THROWN: readonly (readonly [string, unknown, RegExp | string])[] = [
  ['undefined', undefined, 'A job was rejected without an error.'],
  ['null', null, 'A job was rejected without an error.'],
  ['a string', 'no connection', 'no connection'],
  ['an empty string', '', /./],
  ['a number', 5, '5'],
  ['a symbol', Symbol('x'), 'Symbol(x)'],
  ['a BigInt', 5n, '5'],
  ['a function', () => {}, /=>/],
  ['an object without a prototype', Object.create(null), /./],
  ['an object with a message', { message: 'no connection' }, 'no connection'],
  ['an object with another message', { message: 5 }, /./],
  ['a message that throws', throwing('message'), /./],
  ['a stack that throws', throwing('stack'), 'x'],
  ['a name that throws', throwing('name'), 'x'],
  [
    'toString() that throws',
    {
      toString() {
        throw new Error('x');
      },
    },
    /./,
  ],
  ['a revoked proxy', revoked.proxy, /./],
  ['a proxy of an error', new Proxy(new Error('inner'), {}), /./],
  ['an error without a message', new TypeError(), 'TypeError'],
  ['U+0000 and a lone surrogate', new Error('a\0b\ud800c'), 'a\ufffdb\ufffdc'],
  ['a huge message', new Error('x'.repeat(2_000_000)), /^x{3999}…$/],
  ['a huge stack', Object.assign(new Error('x'), { stack: 'y'.repeat(2_000_000) }), 'x'],
  ['a frozen error', Object.freeze(new Error('frozen')), 'frozen'],
  ['an AggregateError', new AggregateError([new Error('a'), withCause], 'several'), 'several'],
  ['a cycle of causes', withCause, 'outer'],
  ['DelayedError', named('DelayedError'), 'a name of BullMQ'],
  ['WaitingError', named('WaitingError'), 'a name of BullMQ'],
  ['WaitingChildrenError', named('WaitingChildrenError'), 'a name of BullMQ'],
  ['UnrecoverableError', named('UnrecoverableError'), 'a name of BullMQ'],
  ['a message of BullMQ', new Error('bullmq:rateLimitExceeded'), /^bullmq:rateLimitExceeded/],
];

onEveryStore(({ name: store, open, drain }) => {
  test("a payload that JSON would change, or that a store can't keep, is rejected with its location", async () => {
    const Any = job({ name: fresh(), payload: z.any() }).handle(() => {});
    const app = open([Any]);
    for (const [what, payload, message] of INVALID) {
      const error = await app.jobs.enqueue(Any, payload).then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      expect([what, error?.name]).toEqual([what, 'InvalidArgumentError']);
      expect(error?.message).toContain(message);
      expect(error?.message.length).toBeLessThan(1000);
    }
    expect(await app.jobs.list('waiting', 10)).toEqual([]);
  });

  test('a job gets its payload as JSON, the same in every store', async () => {
    const seen: unknown[] = [];
    const Any = job({ name: fresh(), payload: z.any(), concurrency: 1 }).handle(
      ({ payload }) => void seen.push(payload),
    );
    const app = open([Any]);
    for (const [, payload] of KEPT) await app.jobs.enqueue(Any, payload);
    await app.start();
    await drain(app);
    await until(() => seen.length === KEPT.length);

    expect(seen).toEqual(KEPT.map(([, , kept]) => kept));
  });

  test('the schema checks the payload as it is stored: a date is a string', async () => {
    const At = job({ name: fresh(), payload: z.object({ at: z.date() }) }).handle(() => {});
    const Kept = job({ name: fresh(), payload: z.object({ at: z.coerce.date() }) }).handle(() => {});
    const app = open([At, Kept]);

    await expect(app.jobs.enqueue(At, { at: new Date() })).rejects.toThrow(/what its schema accepts \(at: /);
    await app.jobs.enqueue(Kept, { at: new Date() });
  });

  test('an object that is changed after enqueue(), or by a handler, changes no job', async () => {
    const seen: unknown[] = [];
    const Any = job({ name: fresh(), payload: z.any(), attempts: 2, backoff: { delay: 1 } }).handle(
      ({ payload }) => {
        seen.push([...payload.list]);
        payload.list.push('handler');
        if (seen.length === 1) throw new Error('again');
      },
    );
    const app = open([Any]);
    const payload = { list: [1] };
    await app.jobs.enqueue(Any, payload);
    payload.list.push(2);
    await app.start();
    await drain(app);
    await until(() => seen.length === 2);

    expect(seen).toEqual([[1], [1]]);
  });

  test.each([
    [{ delay: -1 }, 'delay of enqueue() must be milliseconds'],
    [{ delay: 0.5 }, 'delay of enqueue()'],
    [{ delay: Number.NaN }, 'delay of enqueue()'],
    [{ delay: Infinity }, 'delay of enqueue()'],
    [{ delay: 2 ** 53 }, 'delay of enqueue()'],
    [{ delay: '5' }, 'delay of enqueue()'],
    [{ key: '' }, 'key of enqueue()'],
    [{ key: 'a\0b' }, 'key of enqueue()'],
    [{ key: '\ud800' }, 'key of enqueue()'],
    [{ key: 'x'.repeat(501) }, 'key of enqueue()'],
    [{ key: 5 }, 'key of enqueue()'],
    [{ transaction: null }, /transaction/],
    [{ transaction: {} }, /transaction/],
  ])('enqueue() with %j is an error that names the option', async (options, message) => {
    const Tick = job({ name: fresh() }).handle(() => {});

    await expect(open([Tick]).jobs.enqueue(Tick, {}, options as never)).rejects.toThrow(message);
  });

  test('keys and delays at their limits are kept', async () => {
    const Tick = job({ name: fresh() }).handle(() => {});
    const app = open([Tick]);
    for (const key of [
      ':',
      'a:b:c',
      '€'.repeat(500),
      '7',
      '__proto__',
      ' ',
      '%00',
      '\u{1f600}'.repeat(250),
    ]) {
      const id = await app.jobs.enqueue(Tick, {}, { key, delay: 3650 * 24 * 3_600_000 });
      expect(await app.jobs.enqueue(Tick, {}, { key })).toBe(id);
    }
  });

  test('list(), retry() and discard() check their arguments', async () => {
    const Tick = job({ name: fresh() }).handle(() => {});
    const app = open([Tick]);
    await app.jobs.enqueue(Tick, {});
    await expect(app.jobs.list('other' as never, 1)).rejects.toThrow('state of list() must be one of failed');
    for (const limit of [0, -1, 0.5, Number.NaN, Infinity])
      await expect(app.jobs.list('waiting', limit)).rejects.toThrow('limit of list()');
    // Keys that BullMQ has in Redis, and keys that PostgreSQL rejects.
    for (const id of [
      '',
      'wait',
      'meta',
      'id',
      'delayed',
      'events',
      'a\0b',
      '\ud800',
      'x'.repeat(10_000),
      '%',
      '_@1',
    ])
      expect([await app.jobs.retry(id), await app.jobs.discard(id)]).toEqual([false, false]);

    expect(await app.jobs.list('waiting', 5)).toHaveLength(1);
  });

  test('after any thrown value, the attempt is counted, and the job becomes a dead letter', async () => {
    const rejections: unknown[] = [];
    const listener = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', listener);
    onTestFinished(() => void process.off('unhandledRejection', listener));
    const attempts: number[] = [];
    const Throws = job({
      name: fresh(),
      payload: z.object({ index: z.number() }),
      attempts: 2,
      backoff: { delay: 1 },
    }).handle(({ payload: { index } }) => {
      attempts[index] = (attempts[index] ?? 0) + 1;
      throw THROWN[index]?.[1];
    });
    const app = open([Throws]);
    app.error.mockImplementation(
      (details: { err: Error }) => void `${details.err.message}${details.err.stack}`,
    );
    for (const index of THROWN.keys()) await app.jobs.enqueue(Throws, { index });
    await app.start();
    await drain(app);
    await until(async () => (await app.jobs.list('failed', 100)).length === THROWN.length);

    const listed = await app.jobs.list('failed', 100);
    for (const [index, [what, , message]] of THROWN.entries()) {
      const found = listed.find(({ payload }) => (payload as { index: number }).index === index);
      expect([what, found?.attempts]).toEqual([what, 2]);
      if (typeof message === 'string') expect([what, found?.error]).toEqual([what, message]);
      else expect(found?.error).toMatch(message);
    }
    expect(attempts).toEqual(THROWN.map(() => 2));
    expect(rejections).toEqual([]);
  });

  test('an attempt is counted if the logger throws', async () => {
    const Throws = job({ name: fresh(), attempts: 1 }).handle(() => {
      throw Object.assign(new Error('with a getter'), { more: revoked.proxy });
    });
    const app = open([Throws]);
    app.error.mockImplementation(
      (details: object) => void JSON.stringify({ ...(details as { err: object }).err }),
    );
    await app.jobs.enqueue(Throws, {});
    await app.start();
    await drain(app);
    await until(async () => (await app.jobs.list('failed', 10)).length === 1);

    expect((await app.jobs.list('failed', 10))[0]?.error).toBe('with a getter');
  });

  test('a rejected payload is logged with at most 50 errors', async () => {
    const Strict = job({ name: fresh(), payload: z.array(z.string()) }).handle(() => {});
    const list = Array.from({ length: 100_000 }, () => 5);
    const error = await open([Strict])
      .jobs.enqueue(Strict, list as never)
      .catch((reason: unknown) => reason as Error);

    expect((error as Error).message).toMatch(/; and 99950 more\), not an array of 100000\.$/);
    expect((error as Error).message.length).toBeLessThan(12_500);
  });

  if (store === 'memory') return;

  test(
    'a process whose event loop was blocked longer than the lease does not run its job twice at the same time',
    { tags: ['full'] },
    async () => {
      let now = 0;
      let most = 0;
      let runs = 0;
      const Blocks = job({ name: fresh(), concurrency: 3 }).handle(async () => {
        runs++;
        most = Math.max(most, ++now);
        const end = performance.now() + 2500;
        while (performance.now() < end);
        await sleep(1500);
        now--;
      });
      const app = open([Blocks], { lease: 1000 });
      await app.start();
      await app.jobs.enqueue(Blocks, {});
      await until(() => runs > 0 && now === 0);
      await sleep(2000);

      expect([most, runs]).toEqual([1, 1]);
      expect(await app.jobs.list('active', 10)).toEqual([]);
      expect(await app.jobs.list('waiting', 10)).toEqual([]);
    },
  );

  test('twelve types of jobs cause no warning of Node', async () => {
    const warnings: string[] = [];
    const listener = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', listener);
    onTestFinished(() => void process.off('warning', listener));
    const app = open(Array.from({ length: 12 }, () => job({ name: fresh() }).handle(() => {})));
    await app.start();
    await app.jobs.list('failed', 1);

    expect(warnings).toEqual([]);
  });

  if (store === 'redis') return;

  test(
    'enqueue(), once() and list() in an open transaction do not wait forever',
    { tags: ['full'] },
    async () => {
      let result: unknown = 'none';
      const Once = job({ name: fresh(), attempts: 1 }).handle(async ({ once }) => {
        await (app.database as Database).transaction().execute(async () => {
          result = await once(async () => 'done').catch((error: unknown) => error);
        });
      });
      const app = open([Once]);
      const work = (app.database as Database).transaction().execute(async () => {
        await app.jobs.enqueue(Once, {});
      });
      if (store === 'postgres') await work;
      else await expect(work).rejects.toThrow('enqueue() has waited 5 s for a transaction of this process');
      expect(await app.jobs.list('waiting', 5)).toHaveLength(store === 'postgres' ? 1 : 0);
      if (store === 'sqlite') await app.jobs.enqueue(Once, {});
      await app.start();
      await until(() => result !== 'none');

      if (store === 'sqlite') expect(String(result)).toContain('once() has waited 5 s');
      else expect(result).toBe('done');
    },
  );

  test.runIf(store === 'sqlite')(
    'a row with invalid JSON becomes a dead letter, and does not block other rows',
    async () => {
      const seen: unknown[] = [];
      const Any = job({ name: fresh(), payload: z.any(), attempts: 1 }).handle(
        ({ payload }) => void seen.push(payload),
      );
      const app = open([Any]);
      const { name } = Any.definition;
      await sql`
        insert into fw_jobs (id, name, payload, trace, run_at, created_at) values (${`${name}-bad`}, ${name}, 'no JSON', '{}', 0, 0)
      `.execute(app.database as Database);
      await app.jobs.enqueue(Any, { a: 1 });
      await app.start();
      await until(async () => (await app.jobs.list('failed', 5)).length === 1);
      await until(() => seen.length === 1);

      expect((await app.jobs.list('failed', 5))[0]).toMatchObject({
        id: `${name}-bad`,
        payload: 'no JSON',
        attempts: 1,
      });
    },
  );

  if (store === 'sqlite') return;

  test('rows of the outbox that the queue rejects become dead letters, and do not block other rows', async () => {
    const seen: string[] = [];
    const Note = job({ name: fresh(), payload: z.object({ text: z.string() }) }).handle(
      ({ payload }) => void seen.push(payload.text),
    );
    const app = open([Note]);
    const database = app.database as Database;
    const { name } = Note.definition;
    const add = (id: string, text: string): Promise<unknown> =>
      sql`insert into fw_jobs_outbox (id, name, job, created_at) values (${id}, ${name}, ${text}, ${Date.now()})`.execute(
        database,
      );
    const bad = (index: number): string => `${name}-bad-${index}`;
    for (let index = 0; index < 120; index++)
      await add(
        bad(index),
        `{"id":"x","payload":{"text":"a${index % 2 ? String.raw`\u0000` : String.raw`\ud800`}"},"trace":{}}`,
      );
    for (const [index, text] of [
      'no JSON',
      'null',
      '5',
      '{"payload":{"text":"x"},"key":5}',
      '{"payload":{},"runAt":0.5}',
    ].entries())
      await add(bad(200 + index), text);
    await database
      .transaction()
      .execute((transaction) => app.jobs.enqueue(Note, { text: 'good' }, { transaction }));
    await app.start();
    await until(() => seen.length === 1);
    await until(async () => (await app.jobs.list('failed', 500)).length === 125);
    await sleep(600);

    expect(seen).toEqual(['good']);
    const dead = await app.jobs.list('failed', 500);
    expect(dead.every(({ state, error }) => state === 'failed' && error !== undefined)).toBe(true);
    expect(await app.jobs.list('failed', 3)).toHaveLength(3);
    expect([await app.jobs.discard(bad(0)), await app.jobs.discard(bad(0))]).toEqual([true, false]);
    expect(await app.jobs.retry(bad(1))).toBe(true);
    await until(async () => (await app.jobs.list('failed', 500)).length === 124);
    expect(app.error.mock.calls.some(([, message]) => message.includes('is a dead letter now'))).toBe(true);
  });
});

test.each([
  [{ attempts: 2 ** 31 }, 'attempts of job()'],
  [{ attempts: Number.NaN }, 'attempts of job()'],
  [{ attempts: '5' }, 'attempts of job()'],
  [{ concurrency: 2 ** 53 }, 'concurrency of job()'],
  [{ backoff: { delay: 0.5 } }, 'backoff.delay of job()'],
  [{ backoff: { delay: 2 ** 53 } }, 'backoff.delay of job()'],
  [{ backoff: { max: Infinity } }, 'backoff.max of job()'],
  [{ name: 'x'.repeat(101) }, 'name of job()'],
  [{ name: 'a\0' }, 'name of job()'],
  [{ name: 5 }, 'name of job()'],
  [{ schedule: { cron: '0 3 * * *', payload: { text: 'a\0' } } }, '/text: a string without U+0000'],
  [{ schedule: { cron: 5 } }, 'schedule.cron of job()'],
])('job() with %j is an error that names the option', (definition, message) => {
  expect(() => job({ name: 'a', ...definition } as never) as unknown as Job).toThrow(message);
});
