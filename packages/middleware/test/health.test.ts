import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ConfigError, type Logger, TextResponse } from 'fw-runtime';
import { health, type HealthOptions, healthProvider } from 'fw-middleware/health';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type App, inBothVariants } from './both-variants.ts';

const createLogger = (): { error: ReturnType<typeof vi.fn<Logger['error']>> } => ({
  error: vi.fn<Logger['error']>(),
});
const fails = async (): Promise<never> => Promise.reject(new Error('password "s3cret" is wrong'));

afterEach(() => {
  vi.useRealTimers();
});

inBothVariants((kit) => {
  function appWith(options?: HealthOptions, logger: Pick<Logger, 'error'> = createLogger()): App {
    const app = kit.app([health(options, logger)]);
    app.get('/', () => new TextResponse('home'));
    return app;
  }

  test.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ok', checks: {} }],
  ])('%s gets a response that is never cached', async (path, state) => {
    const response = await appWith().request(path);

    expect([response.status, await response.json()]).toEqual([200, state]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    expect(await (await appWith().request(path, { method: 'HEAD' })).text()).toBe('');
  });

  test.each([
    ['GET', '/', 200],
    ['POST', '/healthz', 404],
    ['GET', '/healthz/', 404],
    ['GET', '/HEALTHZ', 404],
    ['GET', '/readyz/database', 404],
  ])('%s %s is left to the app', async (method, path, status) => {
    expect((await appWith().request(path, { method })).status).toBe(status);
  });

  test('options set the paths', async () => {
    const app = appWith({ live: '/live', ready: '/ready' });
    const responses = await Promise.all(['/live', '/ready', '/healthz'].map((path) => app.request(path)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404]);
  });

  test('it is ready when all checks pass: functions, and objects with a method check or ping', async () => {
    class Database {
      readonly #isOpen = true;
      check(): boolean {
        return this.#isOpen;
      }
    }
    const checks = {
      database: new Database(),
      redis: { ping: async () => Promise.resolve('PONG') },
      disk: () => undefined,
    };
    const response = await appWith({ checks }).request('/readyz');

    expect(await response.json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', redis: 'ok', disk: 'ok' },
    });
  });

  test.each([
    ['rejects', fails],
    [
      'throws',
      (): never => {
        throw new Error('password "s3cret" is wrong');
      },
    ],
    ['gives false', () => false],
  ])('it is not ready when a check %s, and the response has only the name of the check', async (_, check) => {
    const logger = createLogger();
    const response = await appWith({ checks: { database: check, disk: () => true } }, logger).request(
      '/readyz',
    );

    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ status: 'failed', checks: { database: 'failed', disk: 'ok' } });
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) as Error },
      'The check "database" failed: the app is not ready.',
    );
  });

  test('liveness does not depend on the checks', async () => {
    expect((await appWith({ checks: { database: fails } }).request('/healthz')).status).toBe(200);
  });

  test('a check that takes too long fails, and its signal is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let signal: AbortSignal | undefined;
    const checks = {
      slow: async (given: AbortSignal) => {
        signal = given;
        return new Promise(() => {});
      },
    };
    const pending = appWith({ checks, timeout: 500 }).request('/readyz');
    await vi.advanceTimersByTimeAsync(499);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    expect((await pending).status).toBe(503);
    expect(signal?.aborted).toBe(true);
  });

  test('the signal of a check that ends in time is not aborted later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signals: AbortSignal[] = [];
    const checks = { fast: (given: AbortSignal) => signals.push(given) };
    expect((await appWith({ checks, timeout: 500 }).request('/readyz')).status).toBe(200);
    await vi.advanceTimersByTimeAsync(500);

    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  test('a failure is logged once, and once again after a recovery; a log that throws changes nothing', async () => {
    const results = [false, false, true, false];
    const logger = createLogger();
    logger.error.mockImplementation(() => {
      throw new Error('The disk is full.');
    });
    const app = appWith({ checks: { database: () => results.shift() } }, logger);
    const found: number[] = [];
    for (let count = 0; count < 4; count++) found.push((await app.request('/readyz')).status);

    expect(found).toEqual([503, 503, 200, 503]);
    expect(logger.error).toHaveBeenCalledTimes(2);
  });

  test('concurrent requests share one check', async () => {
    const check = vi.fn(async () => Promise.resolve(true));
    const app = appWith({ checks: { database: check } });
    await Promise.all(Array.from({ length: 5 }, () => app.request('/readyz')));
    expect(check).toHaveBeenCalledOnce();

    await app.request('/readyz');
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('over one connection, it is ready until the server shuts down', async () => {
    let hold: Promise<unknown> | undefined;
    let begun = (): void => {};
    const check = async (): Promise<void> => {
      begun();
      await hold;
    };
    const app = appWith({ checks: { database: check } });
    const server = await app.run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const send = (): boolean => socket.write('GET /readyz HTTP/1.1\r\nHost: site.test\r\n\r\n');
    send();
    await once(socket, 'data');
    expect(received).toMatch(/^HTTP\/1.1 200 OK/);

    received = '';
    let release = (): void => {};
    hold = new Promise<void>((resolve) => (release = resolve));
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    send();
    await hasBegun;
    const closed = server.close();
    release();
    await Promise.all([closed, once(socket, 'close')]);

    expect(received).toMatch(/^HTTP\/1.1 503 Service Unavailable/);
    expect(received).toMatch(/\{"status":"closing"\}$/);
  });

  test('is not ready during the shutdown delay, but still live', async () => {
    vi.stubEnv('SHUTDOWN_DELAY', '3600');
    const server = await appWith().run({ host: '127.0.0.1', port: 0, signals: false, silent: true });
    vi.unstubAllEnvs();
    // Not by fetch, which keeps timers after this test.
    const respond = async (path: string): Promise<{ status: number | undefined; body: string }> => {
      const [response] = await once(get(server.url + path, { agent: false }), 'response');
      return { status: response.statusCode, body: await text(response) };
    };
    expect(await respond('/readyz')).toMatchObject({ status: 200 });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const closed = server.close();

    expect(await respond('/readyz')).toEqual({ status: 503, body: '{"status":"closing"}' });
    expect(await respond('/healthz')).toMatchObject({ status: 200 });
    expect(await respond('/')).toEqual({ status: 200, body: 'home' });

    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    await closed;
  });

  test('is configured by the key "health"; a check may be a service that doesn\'t exist yet', async () => {
    const dependencies = {
      services: { database: { ping: () => true }, number: 3 },
      factories: { broken: fails },
    };
    const checks = {
      database: 'database',
      broken: 'broken',
      absent: 'absent',
      number: 'number',
      here: () => true,
    };
    const app = kit.configured([healthProvider], { health: { checks }, dependencies });

    expect(await (await app.request('/readyz')).json()).toEqual({
      status: 'failed',
      checks: { database: 'ok', broken: 'failed', absent: 'failed', number: 'failed', here: 'ok' },
    });
    expect((await app.request('/healthz')).status).toBe(200);
  });
});

const malformed: [string, object, string][] = [
  ['a path without its slash', { live: 'healthz' }, 'health.live: expected a path such as "/healthz"'],
  [
    'a value that cannot be checked',
    { checks: { database: {} } },
    'health.checks.database: expected a function, or an object',
  ],
  [
    'a service in a call',
    { checks: { database: 'db' } },
    'health.checks.database: expected a function, or an object',
  ],
  ['no time', { timeout: 0 }, 'health.timeout: expected a whole number of milliseconds, 1 or more'],
  ['an unknown key', { path: '/' }, 'health.path: expected no such key'],
];

test.each(malformed)('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => health(options as HealthOptions)).toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
