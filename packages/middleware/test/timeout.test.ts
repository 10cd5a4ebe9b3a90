import { HttpResponse, type ServerRequest, TextResponse } from 'fw-runtime';
import { timeout, type TimeoutOptions, timeoutProvider } from 'fw-middleware/timeout';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type App, type Handler, inBothVariants } from './both-variants.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs everything that doesn't wait for a timer. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

inBothVariants((kit) => {
  const logger = { error: vi.fn<(record: object | string, message?: string) => void>() };

  function appWith(handler: Handler, options: TimeoutOptions = {}): App {
    logger.error.mockClear();
    const app = kit.app([timeout({ milliseconds: 1000, logger, ...options })]);
    app.any('/', handler);
    return app;
  }

  /** Sends a request, and advances the time by the timeout of the middleware. */
  async function sendUntilLate(app: App, init: RequestInit & { method?: string } = {}): Promise<Response> {
    const pending = app.request('/', init);
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    return pending;
  }

  test('a response in time is returned, and no timer is left', async () => {
    const response = await appWith(() => new TextResponse('Welcome!')).request('/');

    expect([response.status, await response.text()]).toEqual([200, 'Welcome!']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([503, 504] as const)('a response that takes too long becomes %i', async (status) => {
    const never = new Promise<HttpResponse>(() => {});
    const response = await sendUntilLate(
      appWith(() => never, { status }),
      {
        headers: { Accept: 'application/json' },
      },
    );

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an error in time is handled as without it', async () => {
    const response = await appWith(() => Promise.reject(new Error('The database is gone.'))).request('/');

    expect(response.status).toBe(500);
    expect([vi.getTimerCount(), logger.error.mock.calls]).toEqual([0, []]);
  });

  test('the signal of the request is aborted after the timeout, and not before', async () => {
    let seen: AbortSignal | undefined;
    const app = appWith(({ signal }) => {
      seen = signal;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Given up.', { cause: signal.reason })));
      });
    });
    const pending = app.request('/');
    await settle();
    await vi.advanceTimersByTimeAsync(999);
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    expect((await pending).status).toBe(503);
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
    // A handler that stops at the signal does what the signal is for.
    expect(logger.error).not.toHaveBeenCalled();
  });

  test('the signal is also aborted when the client disconnects', async () => {
    const client = new AbortController();
    const seen: ServerRequest[] = [];
    const app = appWith((request) => {
      seen.push(request);
      return new TextResponse('');
    });
    await app.request('/', { signal: client.signal });
    client.abort('gone');

    expect(seen[0]?.signal.reason).toBe('gone');
  });

  test('a late response is discarded, and its stream cancelled', async () => {
    const cancel = vi.fn<() => void>();
    let respondLate: (response: HttpResponse) => void = () => {};
    const late = new Promise<HttpResponse>((resolve) => (respondLate = resolve));
    const response = await sendUntilLate(appWith(() => late));
    respondLate(new HttpResponse(new ReadableStream({ cancel })));
    await settle();

    expect(response.status).toBe(503);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('a stream that has begun has no time limit', async () => {
    let controller: ReadableStreamDefaultController | undefined;
    const stream = new ReadableStream({ start: (given) => void (controller = given) });
    const response = await sendUntilLate(appWith(() => new HttpResponse(stream)));
    controller?.enqueue(Buffer.from('later'));
    controller?.close();

    expect([response.status, await response.text()]).toEqual([200, 'later']);
  });

  test('is configured by the key "timeout"', async () => {
    const routes = [{ path: '/', middleware: () => new Promise<HttpResponse>(() => {}) }];
    const app = kit.configured([timeoutProvider], { timeout: { milliseconds: 1000, status: 504 }, routes });

    expect((await sendUntilLate(app)).status).toBe(504);
  });
});

inBothVariants((kit) => {
  test.each([
    ['is logged once', () => undefined],
    [
      'changes nothing when the log fails as well',
      () => {
        throw new Error('The log is full.');
      },
    ],
  ])('a late error %s', async (_, log) => {
    const error = vi.fn<() => void>(log);
    let fail: (error: Error) => void = () => {};
    const late = new Promise<HttpResponse>((_resolve, reject) => (fail = reject));
    const app = kit.app([]);
    app.any('/', [timeout({ milliseconds: 1000, logger: { error } }), () => late]);
    const pending = app.request('/');
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    fail(new Error('The database is gone.'));
    await settle();

    expect((await pending).status).toBe(503);
    // In variant A, inner middleware has handled and logged the error.
    expect(error).toHaveBeenCalledTimes(kit.variant === 'a' ? 0 : 1);
  });
});

test.each([
  [
    'no time',
    { milliseconds: 0 },
    'timeout.milliseconds: expected a whole number of milliseconds, 1 or more',
  ],
  ['more than the limit of a timer', { milliseconds: 2 ** 31 }, 'expected 2147483647 milliseconds or less'],
  ['another status', { status: 500 }, 'timeout.status'],
  ['no logger', { logger: 'console' }, 'timeout.logger: expected an object with a method error'],
])('%s is rejected when the middleware is created', (_, options, message) => {
  expect(() => timeout(options as TimeoutOptions)).toThrow(message);
});
