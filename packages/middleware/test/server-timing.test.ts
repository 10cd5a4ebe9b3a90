import { JsonResponse, TextResponse } from 'fw-runtime';
import {
  ServerTiming,
  serverTiming,
  type ServerTimingOptions,
  serverTimingProvider,
} from 'fw-middleware/server-timing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type App, type Handler, inBothVariants } from './both-variants.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

inBothVariants((kit) => {
  function appWith(handler: Handler, options?: ServerTimingOptions): App {
    const app = kit.app([serverTiming(options)]);
    app.get('/', handler);
    return app;
  }
  const timed = async (app: App, init = {}): Promise<string | null> =>
    (await app.request('/', init)).headers.get('server-timing');

  test('sends how long the response took, in milliseconds', async () => {
    const app = appWith(() => {
      vi.advanceTimersByTime(12.345_678);
      return new TextResponse('Welcome!');
    });

    expect(await timed(app)).toBe('total;dur=12.35');
  });

  test('sends the measurements of a handler, in the order in which they ended', async () => {
    const app = appWith(async (request) => {
      const timing = request.require(ServerTiming);
      const stop = timing.start('db', 'all posts');
      vi.advanceTimersByTime(5);
      await timing.measure('render', () => vi.advanceTimersByTime(0.000_01));
      stop();
      stop();
      timing.add('cache-hit');
      timing.add('upstream', 7, 'said "so", by C:\\log\r\nSet-Cookie: a=b 😀');
      timing.start('never-ended');
      return new TextResponse('');
    });

    expect(await timed(app)).toBe(
      String.raw`render;dur=0, db;desc="all posts";dur=5, cache-hit, upstream;desc="said \"so\", by C:\\log??Set-Cookie: a=b ??";dur=7, total;dur=5`,
    );
  });

  test('work that fails is measured as well', async () => {
    const app = appWith(async (request) => {
      const timing = request.require(ServerTiming);
      await timing.measure('db', () => Promise.reject(new Error('gone'))).catch(() => {});
      return new TextResponse('');
    });

    expect(await timed(app, {})).toBe('db;dur=0, total;dur=0');
  });

  test('a header set by inner middleware is kept', async () => {
    const app = appWith(
      () => new TextResponse('', 200, { 'Server-Timing': 'db;dur=1', 'Timing-Allow-Origin': '*' }),
    );
    const { headers } = await app.request('/');

    expect(headers.get('server-timing')).toBe('db;dur=1, total;dur=0');
    expect(headers.get('timing-allow-origin')).toBe('*');
  });

  test.each<[string, ServerTimingOptions, string | null]>([
    ['nobody', { enabled: false }, null],
    [
      'a client that a function accepts',
      { enabled: (request) => request.header('x-staff') === 'yes' },
      'total;dur=0',
    ],
    ['a client that an async function rejects', { enabled: async () => Promise.resolve(false) }, null],
    ['a client that a function rejects', { enabled: (request) => request.header('x-staff') === 'no' }, null],
    ['everybody, without the time in all', { total: false }, null],
  ])('is sent to %s', async (_, options, expected) => {
    const app = appWith((request) => new JsonResponse(request.get(ServerTiming) !== undefined), options);
    const response = await app.request('/', { headers: { 'X-Staff': 'yes' } });

    expect(response.headers.get('server-timing')).toBe(expected);
    expect(await response.json()).toBe(expected !== null || options.total === false);
  });

  test('concurrent requests are measured separately', async () => {
    const app = appWith((request) => {
      request.require(ServerTiming).add(request.query.get('name') ?? '');
      return new TextResponse('');
    });
    const timings = await Promise.all(['one', 'two'].map((name) => app.request(`/?name=${name}`)));

    expect(timings.map(({ headers }) => headers.get('server-timing'))).toEqual([
      'one, total;dur=0',
      'two, total;dur=0',
    ]);
  });

  test('no more than 50 measurements are sent, besides the total time', async () => {
    const app = appWith((request) => {
      for (let index = 0; index < 1000; index++) request.get(ServerTiming)?.add('row', 1);
      return new TextResponse('');
    });

    const timings = (await timed(app))?.split(', ');

    expect(timings).toHaveLength(51);
    expect(timings?.at(-1)).toBe('total;dur=0');
  });

  test('is configured by the key "server_timing"', async () => {
    const routes = [{ path: '/', middleware: () => new TextResponse('') }];
    const configured = (enabled: boolean): App =>
      kit.configured([serverTimingProvider], { server_timing: { enabled }, routes });

    expect(await timed(configured(true))).toBe('total;dur=0');
    expect(await timed(configured(false))).toBeNull();
  });
});

test.each(['', 'two words', 'a;b', 'a,b', 'ü', 'a\r\nb', 'a"'])('the name %j is rejected', (name) => {
  expect(() => new ServerTiming().start(name)).toThrow('an HTTP token such as "db"');
  expect(() => new ServerTiming().add(name, 1)).toThrow('an HTTP token such as "db"');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('the duration %d is rejected', (duration) => {
  expect(() => new ServerTiming().add('db', duration)).toThrow('a number of milliseconds');
});

test('a malformed option is rejected when the middleware is created', () => {
  expect(() => serverTiming({ enabled: 'debug' } as unknown as ServerTimingOptions)).toThrow(
    'server_timing.enabled',
  );
});
