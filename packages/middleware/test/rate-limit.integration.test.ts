import { type ConfigError, type Logger, TextResponse } from 'fw-runtime';
import { rateLimit, type RateLimitOptions, rateLimitProvider } from 'fw-middleware/rate-limit';
import { redis, redisProvider } from 'fw-middleware/redis';
import { requestId } from 'fw-middleware/request-id';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type App, inBothVariants } from './both-variants.ts';
import { freePort, withRedis } from './redis-server.ts';

const from = (ip: string | undefined, headers: Readonly<Record<string, string>> = {}) => ({
  headers,
  platform: { ...(ip !== undefined && { ip }) },
});

/** The statuses of sequential requests. */
async function statuses(
  app: App,
  requests: readonly ReturnType<typeof from>[],
  path = '/',
): Promise<number[]> {
  const found: number[] = [];
  for (const request of requests) found.push((await app.request(path, request)).status);
  return found;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_800_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

inBothVariants((kit) => {
  // In the order of its priority: inside the middleware that renders errors.
  async function appWith(options?: RateLimitOptions): Promise<App> {
    const app = kit.app([requestId({ generate: () => 'r-17' })]);
    app.any('/{rest:.*}', [await rateLimit(options), () => new TextResponse('served')]);
    return app;
  }

  test('a client has a number of requests, and sees how many are left', async () => {
    const app = await appWith({ limit: 2, duration: 60 });
    const first = await app.request('/', from('203.0.113.7'));
    vi.advanceTimersByTime(10_500);
    const second = await app.request('/', from('203.0.113.7'));
    const third = await app.request('/', from('203.0.113.7'));

    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60');
    expect(first.headers.get('ratelimit')).toBe('"default";r=1;t=60');
    expect(second.headers.get('ratelimit')).toBe('"default";r=0;t=50');
    expect(third.headers.get('ratelimit')).toBe('"default";r=0;t=50');
    expect(third.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60');
    expect(third.headers.get('retry-after')).toBe('50');
    expect(third.headers.get('x-request-id')).toBe('r-17');
    expect(await third.text()).toContain('Too many requests. Try again in 50 seconds.');
  });

  test('other clients are unaffected, and the count starts again after the window', async () => {
    const app = await appWith({ limit: 1, duration: 60 });

    expect(await statuses(app, [from('203.0.113.7'), from('203.0.113.7'), from('203.0.113.8')])).toEqual([
      200, 429, 200,
    ]);
    vi.advanceTimersByTime(60_000);
    expect(await statuses(app, [from('203.0.113.7')])).toEqual([200]);
  });

  test('without options, the limit is a hundred requests per minute', async () => {
    const { headers } = await (await appWith()).request('/', from('203.0.113.7'));

    expect(headers.get('ratelimit')).toBe('"default";r=99;t=60');
  });

  test.each([
    ['X-Forwarded-For'],
    ['Forwarded'],
    ['X-Real-IP'],
    ['CF-Connecting-IP'],
    ['True-Client-IP'],
    ['X-Client-IP'],
  ])('a client with another address in %s is the same client', async (name) => {
    const app = await appWith({ limit: 1 });
    const requests = ['for=1.2.3.4', '1.2.3.4', '5.6.7.8'].map((address) =>
      from('203.0.113.7', { [name]: address }),
    );

    expect(await statuses(app, requests)).toEqual([200, 429, 429]);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', 429],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 200],
    ['::1', '0:0:0:0::2', 429],
    ['::ffff:203.0.113.7', '203.0.113.7', 429],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8', 200],
    ['fe80::1%eth0', 'fe80::1%eth1', 429],
    [undefined, undefined, 429],
    [undefined, '203.0.113.7', 200],
  ])('after %s, the response for %s is %s', async (one, other, status) => {
    expect(await statuses(await appWith({ limit: 1 }), [from(one), from(other)])).toEqual([200, status]);
  });

  test("the app's own key can identify the client, and some requests are not counted", async () => {
    const app = await appWith({
      limit: 1,
      key: async (request) => Promise.resolve(request.header('x-api-key') ?? ''),
      skip: (request) => request.method === 'HEAD',
    });
    const keys = ['a', 'b', 'a'].map((key) => from('203.0.113.7', { 'X-Api-Key': key }));

    expect(await statuses(app, keys)).toEqual([200, 200, 429]);
    const skipped = await app.request('/', { ...keys[0], method: 'HEAD' });
    expect([skipped.status, skipped.headers.get('ratelimit')]).toEqual([200, null]);
  });

  test('several limits count separately, and the headers contain all of them', async () => {
    const app = kit.app([await rateLimit({ limit: 9 })]);
    app.any('/login', [await rateLimit({ name: 'login', limit: 1 }), () => new TextResponse('served')]);
    app.any('/', () => new TextResponse('served'));
    const { headers } = await app.request('/login', from('203.0.113.7'));

    expect(headers.get('ratelimit')).toBe('"login";r=0;t=60, "default";r=8;t=60');
    expect(headers.get('ratelimit-policy')).toBe('"login";q=1;w=60, "default";q=9;w=60');
    expect(await statuses(app, [from('203.0.113.7')], '/login')).toEqual([429]);
    expect(await statuses(app, [from('203.0.113.7')])).toEqual([200]);
  });

  test('is configured by the key "rate_limit"; outer middleware sees rejected requests', async () => {
    const routes = [{ path: '/', middleware: () => new TextResponse('home') }];
    const app = kit.configured([rateLimitProvider], { rate_limit: { limit: 1 }, routes });

    expect(await statuses(app, [from('203.0.113.7'), from('203.0.113.7')])).toEqual([200, 429]);
  });

  test('applications that share a limit, such as those of tests in one process, count separately', async () => {
    const login = [await rateLimit({ limit: 1 }), (): TextResponse => new TextResponse('served')];
    const make = (): App => {
      const app = kit.app([]);
      app.any('/', login);
      app.any('/again', login);
      return app;
    };
    const [one, other] = [make(), make()];

    expect(await statuses(one, [from('203.0.113.7')])).toEqual([200]);
    expect(await statuses(one, [from('203.0.113.7')], '/again')).toEqual([429]);
    expect(await statuses(other, [from('203.0.113.7')])).toEqual([200]);
  });

  withRedis((url) => {
    test('processes count together in Redis', async () => {
      vi.useRealTimers();
      const config = {
        redis: { url: url() },
        rate_limit: { limit: 2, store: 'redis', name: `together-${kit.variant}` },
        routes: [{ path: '/', middleware: () => new TextResponse('home') }],
      };
      const [one, other] = [1, 2].map(() => kit.configured([redisProvider, rateLimitProvider], config)) as [
        App,
        App,
      ];

      expect(await statuses(one, [from('203.0.113.7')])).toEqual([200]);
      expect(await statuses(other, [from('203.0.113.7'), from('203.0.113.8')])).toEqual([200, 200]);
      expect(await statuses(one, [from('203.0.113.7')])).toEqual([429]);
    });
  });

  test('while Redis is unavailable, a process counts on its own, and logs it once', async () => {
    vi.useRealTimers();
    const client = await redis({ url: `redis://127.0.0.1:${await freePort()}` }, { error() {} });
    onTestFinished(() => client.disconnect());
    const error = vi.fn<Logger['error']>();
    const app = kit.app([]);
    app.get('/', [await rateLimit({ limit: 2, store: client }, { error }), () => new TextResponse('served')]);

    expect(await statuses(app, Array(3).fill(from('203.0.113.7')) as ReturnType<typeof from>[])).toEqual([
      200, 200, 429,
    ]);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) as Error },
      'The rate limit "default" is counted in memory, because Redis does not respond.',
    );
  });
});

test.each([
  ['no request at all', { limit: 0 }, 'rate_limit.limit: expected a whole number of requests, 1 or more'],
  [
    'a part of a second',
    { duration: 0.5 },
    'rate_limit.duration: expected a whole number of seconds, 1 or more',
  ],
  [
    'more than the limit of a timer',
    { duration: 3_000_000 },
    'rate_limit.duration: expected 2147483 seconds or less',
  ],
  ['a name that breaks a header', { name: 'a"b' }, 'rate_limit.name: expected a name without blanks'],
  ['a service in a call', { store: 'redis' }, 'rate_limit.store: expected "memory" or an ioredis client'],
  ['an unknown key', { max: 5 }, 'rate_limit.max: expected no such key'],
])('%s is rejected when the middleware is created', async (_, options, message) => {
  await expect(rateLimit(options as unknown as RateLimitOptions)).rejects.toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
