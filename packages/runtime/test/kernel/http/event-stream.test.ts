import { EventEmitter, on, once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  EventStreamResponse,
  type EventStreamOptions,
  HttpError,
  InvalidArgumentError,
  type ServerRequest,
  type ServerSentEvent,
} from '../../../src/index.ts';
import { inBothVariants } from '../../cases/kit.ts';
import { deferred } from '../../support/deferred.ts';
import { ask, exchange, serve } from '../../support/serve.ts';
import { serveHttp2 } from '../../support/http2-client.ts';

type Events = AsyncIterable<ServerSentEvent | string>;

async function* listed(...events: readonly unknown[]): AsyncGenerator<ServerSentEvent | string> {
  for (const event of events) yield event as ServerSentEvent;
}

/** Gives nothing until it is closed. */
function silent() {
  const closed = deferred();
  const next = vi.fn((): Promise<IteratorResult<string>> => new Promise(() => {}));
  const close = async (): Promise<IteratorResult<string>> => {
    closed.resolve();
    return { done: true, value: undefined };
  };
  const events: Events = { [Symbol.asyncIterator]: () => ({ next, return: close }) };
  return { events, next, closed: closed.promise };
}

const textOf = (events: Events, options?: EventStreamOptions): Promise<string> =>
  new EventStreamResponse(events, options).toWeb().text();

describe('an EventStreamResponse', () => {
  test('is a stream of events that is neither cached nor buffered, unless its headers override that', () => {
    const response = new EventStreamResponse(listed());
    expect(response.status).toBe(200);
    expect([...response.headers]).toEqual([
      ['cache-control', 'no-cache'],
      ['content-type', 'text/event-stream'],
      ['x-accel-buffering', 'no'],
    ]);
    const headers = { 'cache-control': 'no-store', 'X-A': '1' };
    const other = new EventStreamResponse(listed(), { headers });
    expect([other.header('cache-control'), other.header('x-a')]).toEqual(['no-store', '1']);
    expect(other.header('content-type')).toBe('text/event-stream');
  });

  test.for<[what: string, event: unknown, text: string]>([
    ['text', 'hello', 'data: hello\n\n'],
    ['empty text', '', 'data: \n\n'],
    ['data', { data: 'hello' }, 'data: hello\n\n'],
    ['data that is no text', { data: { a: [1, 'two\n'] } }, 'data: {"a":[1,"two\\n"]}\n\n'],
    ['a number', { data: 0 }, 'data: 0\n\n'],
    ['null', { data: null }, 'data: null\n\n'],
    ['lines', 'a\nb\r\nc\rd\n', 'data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n'],
    [
      'lines that look like fields',
      'a\n\nevent: evil\nid: 7',
      'data: a\ndata: \ndata: event: evil\ndata: id: 7\n\n',
    ],
    ['blanks', '  a', 'data:   a\n\n'],
    ['other alphabets', 'é\u2028\u{1f600}', 'data: é\u2028\u{1f600}\n\n'],
    [
      'all fields',
      { data: 'x', event: 'order: new', id: '42', retry: 0 },
      'event: order: new\nid: 42\nretry: 0\ndata: x\n\n',
    ],
    [
      'fields that are undefined',
      { data: 'x', event: undefined, id: undefined, retry: undefined },
      'data: x\n\n',
    ],
    ['an id that forgets the last', { data: 'x', id: '' }, 'id: \ndata: x\n\n'],
  ])('sends %s', async ([, event, text]) => {
    expect(await textOf(listed(event, 'next'))).toBe(`${text}data: next\n\n`);
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  test.for<[event: unknown, message: string]>([
    [7, 'The argument event must be a string or an object with "data", not 7.'],
    [null, 'The argument event must be a string or an object with "data", not null.'],
    [{ event: 'ping' }, 'The argument event must be a string or an object with "data"'],
    [{ data: undefined }, 'The argument data must be a value with a JSON form, not undefined.'],
    [{ data: { self: circular } }, 'The argument data.self.self must be a value with a JSON form'],
    [
      { data: 'x', event: 'a\ndata: evil' },
      'The argument event of an event must be a string without line breaks',
    ],
    [{ data: 'x', event: 'a\rb' }, 'The argument event of an event must be'],
    [{ data: 'x', event: 7 }, 'The argument event of an event must be'],
    [
      { data: 'x', id: '1\n\ndata: evil' },
      'The argument id of an event must be a string without line breaks',
    ],
    [{ data: 'x', id: '\0' }, 'The argument id of an event must be'],
    [{ data: 'x', id: 1 }, 'The argument id of an event must be'],
    [{ data: 'x', retry: -1 }, 'The argument retry of an event must be milliseconds, not -1.'],
    [{ data: 'x', retry: '1\nid: 2' }, 'The argument retry of an event must be milliseconds'],
  ])('fails for the malformed event %o, and closes its source', async ([event, message]) => {
    const closed = vi.fn();
    async function* events(): AsyncGenerator<string> {
      try {
        yield 'first';
        yield event as string;
      } finally {
        closed();
      }
    }
    const reader = new EventStreamResponse(events()).toWeb().body?.getReader();
    await reader?.read();
    await expect(reader?.read()).rejects.toThrow(message);
    expect(closed).toHaveBeenCalledOnce();
  });

  test.for([undefined, null, 'text', ['event'], {}])('rejects %j, which is no async iterable', (events) => {
    const expected = new InvalidArgumentError('events', 'an async iterable', events);
    expect(() => new EventStreamResponse(events as unknown as Events)).toThrow(expected);
  });

  test.for([-1, 1.5, Number.NaN, 2 ** 31, '15s'])('rejects the heartbeat %j', (heartbeat) => {
    const options = { heartbeat: heartbeat as number };
    const expected = new InvalidArgumentError('heartbeat', 'milliseconds, or 0 for none', heartbeat);
    expect(() => new EventStreamResponse(listed(), options)).toThrow(expected);
  });

  test.for([0, 1, 2 ** 31 - 1, undefined])('accepts the heartbeat %j', (heartbeat) => {
    expect(new EventStreamResponse(listed(), { heartbeat }).status).toBe(200);
  });
});

describe('the heartbeat of an EventStreamResponse', () => {
  afterEach(() => void vi.useRealTimers());

  const decoder = new TextDecoder();
  const readerOf = (events: Events, options?: EventStreamOptions) => {
    vi.useFakeTimers();
    const reader = new EventStreamResponse(events, options).toWeb().body?.getReader();
    return {
      cancel: () => reader?.cancel(),
      read: async () => decoder.decode((await reader?.read())?.value as Uint8Array),
    };
  };

  test('is a comment after 15 seconds without an event, and every 15 after that', async () => {
    const { read } = readerOf(silent().events);
    for (let beat = 0; beat < 3; beat++) {
      const reading = read();
      await vi.advanceTimersByTimeAsync(14_999);
      const first = await Promise.race([reading, Promise.resolve('nothing yet')]);
      expect(first).toBe('nothing yet');
      await vi.advanceTimersByTimeAsync(1);
      expect(await reading).toBe(':\n\n');
    }
  });

  test('comes after another time by an option, and never with 0', async () => {
    const { read } = readerOf(silent().events, { heartbeat: 10 });
    const reading = read();
    await vi.advanceTimersByTimeAsync(10);
    expect(await reading).toBe(':\n\n');
    vi.useRealTimers();
    const never = readerOf(silent().events, { heartbeat: 0 });
    void never.read();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not sent between events, and does not pile up while the client reads nothing', async () => {
    const emitter = new EventEmitter();
    async function* events(): AsyncGenerator<string> {
      for await (const [text] of on(emitter, 'text') as AsyncIterable<[string]>) yield text;
    }
    const { read } = readerOf(events(), { heartbeat: 10 });
    const reading = read();
    await vi.advanceTimersByTimeAsync(9);
    emitter.emit('text', 'event');
    expect(await reading).toBe('data: event\n\n');
    const next = read();
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.race([next, Promise.resolve('nothing yet')])).toBe('nothing yet');
    await vi.advanceTimersByTimeAsync(100);
    emitter.emit('text', 'late');
    expect([await next, await read(), await read()]).toEqual([':\n\n', ':\n\n', 'data: late\n\n']);
  });

  test.for<[how: string, events: () => Events]>([
    ['has ended', () => listed()],
    ['was cancelled', () => silent().events],
    ['has failed', () => listed(7)],
  ])('stops when the stream %s', async ([how, events]) => {
    const { read, cancel } = readerOf(events());
    const reading = read().catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    if (how === 'was cancelled') {
      expect(vi.getTimerCount()).toBe(1);
      await cancel();
    }
    await reading;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps no process alive, and begins with the first read', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const { body } = new EventStreamResponse(silent().events).toWeb();
    expect(timers).not.toHaveBeenCalled();
    const reader = body?.getReader();
    void reader?.read();
    await vi.waitFor(() => expect(timers).toHaveBeenCalledOnce());
    const timer = timers.mock.results[0]?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(false);
    void reader?.cancel();
    timers.mockRestore();
  });
});

inBothVariants((kit) => {
  const answering = (
    make: (request: ServerRequest) => EventStreamResponse,
    log: (error: unknown) => void = () => {},
  ) => {
    const app = kit.app({ log, server: { shutdown_timeout: 600_000 } });
    app.pipe(kit.handler(make));
    return app;
  };
  const GET = 'GET / HTTP/1.1\r\nHost: h\r\nLast-Event-ID: 41\r\n\r\n';

  test.each(['HTTP/1', 'HTTP/2'])(
    'a stream of events is closed when its client goes, though it waits: %s (H5)',
    async (version) => {
      const { events, closed } = silent();
      const app = answering(() => new EventStreamResponse(events));
      if (version === 'HTTP/2') {
        const stream = (await serveHttp2(app)).request().on('error', () => {});
        await once(stream, 'response');
        stream.close(8);
      } else {
        const socket = connect((await serve(app)).port, '127.0.0.1').on('error', () => {});
        socket.write(GET);
        await once(socket, 'data');
        socket.destroy();
      }
      await expect(closed).resolves.toBeUndefined();
    },
  );

  test('a stream of events is closed when the server shuts down, and its client sees the end (H5, S4)', async () => {
    const { events, closed } = silent();
    const server = await serve(answering(() => new EventStreamResponse(events, { heartbeat: 1 })));
    const [incoming] = (await once(get(server.url), 'response')) as [NodeJS.ReadableStream];
    await once(incoming, 'data');
    incoming.resume();
    const ended = once(incoming, 'end');
    await server.close();
    await expect(ended).resolves.toEqual([]);
    await expect(closed).resolves.toBeUndefined();
  });

  test('events arrive one by one, and the client sends the id of its last event (H5)', async () => {
    const emitter = new EventEmitter();
    const app = answering((request) => {
      async function* events(): AsyncGenerator<ServerSentEvent> {
        yield { data: { after: request.header('last-event-id') }, id: '42' };
        yield* on(emitter, 'told', { signal: request.signal }) as AsyncIterable<never>;
      }
      return new EventStreamResponse(events());
    });
    const { port } = await serve(app);
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(GET);
    const received = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('data: ')) resolve(text);
      });
    });
    socket.destroy();
    expect(received).toMatch(
      /\r\nContent-Type: text\/event-stream\r\n[^]*id: 42\ndata: \{"after":"41"\}\n\n/,
    );
  });

  test('events that fail close the connection, and get an error response before the first event; both are logged once (H5)', async () => {
    const log = vi.fn();
    async function* failing(count: number): AsyncGenerator<string> {
      for (let index = 0; index < count; index++) yield 'x';
      throw new HttpError(503, 'the source has gone');
    }
    const app = answering(({ path }) => new EventStreamResponse(failing(Number(path.slice(1)))), log);
    const server = await serve(app);
    expect((await ask(server, { path: '/0' })).status).toBe(503);
    const received = await exchange(server, GET.replace('/', '/2')).catch(() => 'reset');
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(log.mock.calls.map(([error]) => String(error))).toEqual(
      Array(2).fill('HttpError: the source has gone'),
    );
  });
});
