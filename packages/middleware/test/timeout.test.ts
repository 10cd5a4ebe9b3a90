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

/** Lets everything go on that waits for no timer. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

inBothVariants((kit) => {
  const logger = { error: vi.fn<(record: object | string, message?: string) => void>() };

  function appWith(handler: Handler, options: TimeoutOptions = {}): App {
    logger.error.mockClear();
    const app = kit.app([timeout({ milliseconds: 1000, logger, ...options })]);
    app.any('/', handler);
    return app;
  }

  /** Asks, and lets the time pass that a layer has. */
  async function askUntilLate(app: App, init: RequestInit & { method?: string } = {}): Promise<Response> {
    const answer = app.request('/', init);
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    return answer;
  }

  test('what answers in time is answered, and no timer is left', async () => {
    const response = await appWith(() => new TextResponse('Welcome!')).request('/');

    expect([response.status, await response.text()]).toEqual([200, 'Welcome!']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([503, 504] as const)('what takes longer is answered with %i', async (status) => {
    const never = new Promise<HttpResponse>(() => {});
    const response = await askUntilLate(
      appWith(() => never, { status }),
      {
        headers: { Accept: 'application/json' },
      },
    );

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an error in time is answered as without it', async () => {
    const response = await appWith(() => Promise.reject(new Error('The database is gone.'))).request('/');

    expect(response.status).toBe(500);
    expect([vi.getTimerCount(), logger.error.mock.calls]).toEqual([0, []]);
  });

  test('the signal of the request is aborted when the time is over, and not before', async () => {
    let seen: AbortSignal | undefined;
    const app = appWith(({ signal }) => {
      seen = signal;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Given up.', { cause: signal.reason })));
      });
    });
    const answer = app.request('/');
    await settle();
    await vi.advanceTimersByTimeAsync(999);
    expect(seen?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);

    expect((await answer).status).toBe(503);
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
    // Who gives up has done as told.
    expect(logger.error).not.toHaveBeenCalled();
  });

  test('the signal is aborted when the client goes away, too', async () => {
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

  test('a response that comes too late is dropped, and its stream cancelled', async () => {
    const cancel = vi.fn<() => void>();
    let answerLate: (response: HttpResponse) => void = () => {};
    const late = new Promise<HttpResponse>((resolve) => (answerLate = resolve));
    const response = await askUntilLate(appWith(() => late));
    answerLate(new HttpResponse(new ReadableStream({ cancel })));
    await settle();

    expect(response.status).toBe(503);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('a stream that has begun goes on for as long as it likes', async () => {
    let controller: ReadableStreamDefaultController | undefined;
    const stream = new ReadableStream({ start: (given) => void (controller = given) });
    const response = await askUntilLate(appWith(() => new HttpResponse(stream)));
    controller?.enqueue(Buffer.from('later'));
    controller?.close();

    expect([response.status, await response.text()]).toEqual([200, 'later']);
  });

  test('is configured by the key "timeout"', async () => {
    const routes = [{ path: '/', middleware: () => new Promise<HttpResponse>(() => {}) }];
    const app = kit.configured([timeoutProvider], { timeout: { milliseconds: 1000, status: 504 }, routes });

    expect((await askUntilLate(app)).status).toBe(504);
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
  ])('an error that comes too late %s', async (_, log) => {
    const error = vi.fn<() => void>(log);
    let fail: (error: Error) => void = () => {};
    const late = new Promise<HttpResponse>((_resolve, reject) => (fail = reject));
    const app = kit.app([]);
    app.any('/', [timeout({ milliseconds: 1000, logger: { error } }), () => late]);
    const answer = app.request('/');
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    fail(new Error('The database is gone.'));
    await settle();

    expect((await answer).status).toBe(503);
    // In variant A the error has been answered and logged further in.
    expect(error).toHaveBeenCalledTimes(kit.variant === 'a' ? 0 : 1);
  });
});

test.each([
  [
    'no time',
    { milliseconds: 0 },
    'timeout.milliseconds: expected a whole number of milliseconds, 1 or more',
  ],
  ['more than a timer waits', { milliseconds: 2 ** 31 }, 'expected 2147483647 milliseconds or less'],
  ['another status', { status: 500 }, 'timeout.status'],
  ['no logger', { logger: 'console' }, 'timeout.logger: expected an object with a method error'],
])('%s is refused when it is made', (_, options, message) => {
  expect(() => timeout(options as TimeoutOptions)).toThrow(message);
});
