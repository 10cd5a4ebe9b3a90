import { type ConfigError, type HttpResponse, type Logger, TextResponse } from 'fw-runtime';
import { accessLog, type AccessLogOptions, accessLogProvider } from 'fw-middleware/access-log';
import { requestId } from 'fw-middleware/request-id';
import type * as Pino from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { inBothVariants } from './both-variants.ts';

interface Line extends Readonly<Record<string, unknown>> {
  readonly as: string;
  readonly message: string | undefined;
}

/** A logger that records its calls. */
function keeping(): Logger & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const keep =
    (as: string) =>
    (record: object | string, message?: string): void => {
      lines.push({ ...(record as object), as, message });
    };
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

inBothVariants((kit) => {
  async function appWith(
    options: AccessLogOptions,
    outer = [requestId({ generate: () => 'r-17' })],
  ): Promise<ReturnType<typeof kit.app>> {
    const app = kit.app([...outer, await accessLog(options)]);
    app.any('/posts', (): HttpResponse => new TextResponse('posts'));
    app.get('/slow', () => {
      vi.advanceTimersByTime(1234.567);
      return new TextResponse('');
    });
    app.get('/stream', () => new Response(new ReadableStream({ start: (sink) => sink.close() })));
    app.get('/fails', () => {
      throw new Error('The database is gone.');
    });
    return app;
  }

  test('a request is logged as one line, without secrets', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const logger = keeping();
    const app = await appWith({ logger });
    const headers = { 'User-Agent': 'curl/8', Authorization: 'Bearer s3cret', Cookie: 'session=s3cret' };
    await app.request('/posts?token=s3cret', { headers, platform: { ip: '203.0.113.7' } });

    expect(logger.lines).toEqual([
      {
        as: 'info',
        message: 'GET /posts 200',
        method: 'GET',
        path: '/posts',
        status: 200,
        duration: 0,
        size: 5,
        ip: '203.0.113.7',
        requestId: 'r-17',
        userAgent: 'curl/8',
      },
    ]);
  });

  test('query and headers are logged if configured, credentials never', async () => {
    const logger = keeping();
    const app = await appWith({ logger, query: true, headers: ['Referer', 'Authorization', 'X-None'] });
    await app.request('/posts?page=2', { headers: { Referer: 'https://a.test/', Authorization: 'Basic x' } });

    expect(logger.lines).toMatchObject([
      { query: 'page=2', headers: { referer: 'https://a.test/', authorization: '[redacted]' } },
    ]);
  });

  test.each([
    ['Authorization', 'Basic s3cret'],
    ['Cookie', 'session=s3cret'],
    ['Proxy-Authorization', 'Basic s3cret'],
    ['X-Access-Token', 's3cret'],
    ['X-Amz-Security-Token', 's3cret'],
    ['X-Api-Key', 's3cret'],
    ['X-Gitlab-Token', 's3cret'],
    ['X-Session-Token', 's3cret'],
    ['X-Xsrf-Token', 's3cret'],
    ['Api-Key', 's3cret'],
    ['X-Key', 's3cret'],
    ['Referer', 'https://a.test/reset?token=s3cret&page=2'],
    ['Referer', 'https://ada:s3cret@a.test/'],
    ['Referer', 'https://a.test/callback?state=1&code=s3cret'],
    ['X-Note', 'Bearer s3cret'],
  ])('no secret in the header %s is logged: %s', async (name, value) => {
    const logger = keeping();
    await (await appWith({ logger, headers: [name] })).request('/posts', { headers: { [name]: value } });

    expect(logger.lines).toMatchObject([{ headers: { [name.toLowerCase()]: expect.any(String) as string } }]);
    expect(JSON.stringify(logger.lines)).not.toContain('s3cret');
  });

  test('secrets in a logged query are masked by their names', async () => {
    const logger = keeping();
    await (await appWith({ logger, query: true })).request('/posts?code=s3cret&page=2&access_token=s3cret');

    expect(logger.lines).toMatchObject([{ query: 'code=***&page=2&access_token=***' }]);
  });

  test.each([
    ['GET', '/posts', 'info', 200, 5],
    ['HEAD', '/posts', 'info', 200, 0],
    ['GET', '/stream', 'info', 200, undefined],
    ['GET', '/nowhere', 'warn', 404, expect.any(Number)],
    ['DELETE', '/fails', 'warn', 405, expect.any(Number)],
    ['GET', '/%', 'warn', 400, expect.any(Number)],
    ['GET', '/fails', 'error', 500, expect.any(Number)],
  ])('%s %s is logged as %s', async (method, path, as, status, size) => {
    const logger = keeping();
    await (await appWith({ logger })).request(path, { method });

    expect(logger.lines).toEqual([expect.objectContaining({ as, status, size })]);
  });

  test('the duration is in milliseconds, with two decimal places', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const logger = keeping();
    await (await appWith({ logger })).request('/slow');

    expect(logger.lines).toMatchObject([{ duration: expect.closeTo(1234, -1) as number }]);
    expect(String(logger.lines[0]?.['duration'])).toMatch(/^\d+(\.\d\d?)?$/);
  });

  test('a logger that throws or rejects changes nothing for the client', async () => {
    const fails = vi.fn<() => never>(() => {
      throw new Error('The disk is full.');
    });
    const rejects = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('The disk is full.')));

    for (const log of [fails, rejects]) {
      const app = await appWith({ logger: { info: log, warn: log, error: log } });
      expect(await (await app.request('/posts')).text()).toBe('posts');
      expect(log).toHaveBeenCalledOnce();
    }
  });

  test('nothing that a client sends creates a second line or a terminal escape sequence', async () => {
    const logger = keeping();
    const app = await appWith({ logger, query: true }, []);
    // The parsers of Node reject these, but another runtime may accept them.
    const init = { headers: { 'User-Agent': 'a\x1b[2J', 'X-Request-Id': 'b\u0085{"level":60}' } };
    await app.request('/posts/%0A%0D%1B?q=%0a\u2028', init);

    expect(logger.lines).toHaveLength(1);
    // oxlint-disable-next-line no-control-regex
    expect(Object.values(logger.lines[0] ?? {}).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028]/);
    expect(logger.lines[0]).toMatchObject({ path: '/posts/%0A%0D%1B', userAgent: 'a\\u001b[2J' });
  });

  test('is configured by the key "access_log"; its logger is the named service', async () => {
    const logger = keeping();
    const dependencies = { services: { audit: logger } };
    const access_log = { logger: 'audit', query: true };
    const routes = [{ path: '/', middleware: () => new TextResponse('home') }];
    const app = kit.configured([accessLogProvider], { access_log, dependencies, routes });
    await app.request('/?a=b');

    expect(logger.lines).toMatchObject([{ message: 'GET / 200', query: 'a=b' }]);
  });

  test("without a named logger, it uses the app's Logger", async () => {
    const logger = keeping();
    const dependencies = { services: { Logger: logger } };
    const routes = [{ path: '/', middleware: () => new TextResponse('home') }];
    const app = kit.configured([accessLogProvider], { dependencies, routes });
    await app.request('/');

    expect(logger.lines).toMatchObject([{ message: 'GET / 200' }]);
  });
});

test('without any logger, pino writes JSON lines to standard output, from the configured level up', async () => {
  const written: string[] = [];
  onTestFinished(() => vi.doUnmock('pino'));
  vi.doMock('pino', async (load) => {
    const { pino } = await load<typeof Pino>();
    return { pino: (options: object) => pino(options, { write: (line: string) => void written.push(line) }) };
  });
  const app = (await import('fw-runtime/b')).AppFactory.create();
  app.pipe(await accessLog({ level: 'warn' }));
  app.get('/', () => new TextResponse('home'));
  app.pipeRoutingMiddleware().pipeDispatchMiddleware();
  await app.request('/');
  await app.request('/nowhere\n');

  expect(written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 40, msg: 'GET /nowhere 404', status: 404, method: 'GET' },
  ]);
});

test.each([
  [
    'a value that is not a logger',
    { logger: {} },
    'access_log.logger: expected an object with the methods info',
  ],
  ['the id of a service in a call', { logger: 'Logger' }, 'access_log.logger: expected an object'],
  ['an unknown level', { level: 'loud' }, 'access_log.level'],
  ['a header that is none', { headers: ['a b'] }, 'access_log.headers[0]: expected the name of a header'],
])('%s is rejected when the middleware is created', async (_, options, message) => {
  await expect(accessLog(options as unknown as AccessLogOptions)).rejects.toThrow(
    expect.objectContaining<Partial<ConfigError>>({
      code: 'FW_CONFIG',
      message: expect.stringContaining(message),
    }),
  );
});
