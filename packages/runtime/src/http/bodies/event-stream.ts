import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HeaderList, type HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';
import { toJson } from './json.ts';

/** An event of a stream, as an `EventSource` gets it. */
export interface ServerSentEvent {
  /** Text is sent as it is, anything else as JSON. */
  readonly data: unknown;
  /** Its type; without it, listeners for "message" get it. */
  readonly event?: string | undefined;
  /** What the client sends as `Last-Event-ID` when it connects again. */
  readonly id?: string | undefined;
  /** In milliseconds: after how long the client connects again. */
  readonly retry?: number | undefined;
}

export interface EventStreamOptions {
  /** In milliseconds: how often a comment is sent when no event is, so that nobody between closes the connection; 0 is never, 15,000 the default. */
  readonly heartbeat?: number | undefined;
  readonly headers?: HeadersInput | undefined;
}

const HEARTBEAT = 15_000;
// Node's timers take 1 for anything longer.
const LONGEST_TIMER = 2_147_483_647;
const EVENTS = HeaderList.of(
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-cache',
  // Asks nginx to pass on each event at once.
  'X-Accel-Buffering',
  'no',
);
const encoder = new TextEncoder();
const COMMENT = encoder.encode(':\n\n');
// oxlint-disable-next-line no-control-regex
const UNFIT_FOR_A_LINE = /[\0\r\n]/;

/**
 * Server-Sent Events, for an `EventSource`. The next event is asked for when the client can take it. When the client goes
 * away or the server shuts down, `return()` of the iterable is called; one that throws breaks the connection.
 *
 * @example new EventStreamResponse(watchOrders(request.signal), { heartbeat: 5000 })
 */
export class EventStreamResponse extends HttpResponse {
  /**
   * @param events text stands for an event that has only data
   * @throws InvalidArgumentError when they are no async iterable, or an option is malformed. A malformed event ends the stream
   *   as if the iterable had thrown it.
   */
  constructor(events: AsyncIterable<ServerSentEvent | string>, options: EventStreamOptions = {}) {
    const { heartbeat = HEARTBEAT, headers = {} } = options;
    if (typeof (events as Partial<typeof events> | null)?.[Symbol.asyncIterator] !== 'function') {
      throw new InvalidArgumentError('events', 'an async iterable', events);
    }
    if (!Number.isInteger(heartbeat) || heartbeat < 0 || heartbeat > LONGEST_TIMER) {
      throw new InvalidArgumentError('heartbeat', 'milliseconds, or 0 for none', heartbeat);
    }
    super(streamOf(events, heartbeat), 200, HeaderList.from(headers).withDefaults(EVENTS));
  }
}

function streamOf(events: AsyncIterable<ServerSentEvent | string>, heartbeat: number): ReadableStream {
  let iterator: AsyncIterator<ServerSentEvent | string> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isQuiet = true;
  const open = (): typeof iterator & {} => (iterator ??= events[Symbol.asyncIterator]());
  const beat = (controller: ReadableStreamDefaultController): void => {
    // Nothing when the client has not even taken what was sent before.
    if (isQuiet && controller.desiredSize === 0) controller.enqueue(COMMENT);
    isQuiet = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        const opened = open();
        if (heartbeat > 0) timer ??= unrefed(setInterval(beat, heartbeat, controller));
        try {
          const { done, value } = await opened.next();
          if (done) {
            clearInterval(timer);
            controller.close();
          } else {
            isQuiet = false;
            controller.enqueue(encoder.encode(await textOrClose(value, opened)));
          }
        } catch (error) {
          clearInterval(timer);
          throw error;
        }
      },
      async cancel() {
        clearInterval(timer);
        await open().return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function textOrClose(
  event: ServerSentEvent | string,
  iterator: AsyncIterator<unknown>,
): Promise<string> {
  try {
    return textOf(event);
  } catch (error) {
    // What goes wrong while it is closed would hide the error that matters.
    await Promise.resolve(iterator.return?.()).catch(() => {});
    throw error;
  }
}

/** A timer that keeps no process alive, on runtimes where one would. */
function unrefed<T>(timer: T): T {
  (timer as { unref?(): void }).unref?.();
  return timer;
}

function textOf(given: ServerSentEvent | string): string {
  if (typeof given === 'string') return `${field('data', given)}\n`;
  if (typeof given !== 'object' || given === null || !('data' in given)) {
    throw new InvalidArgumentError('event', 'text or an object with "data"', given);
  }
  const { data, event, id, retry } = given;
  if (retry !== undefined && (!Number.isSafeInteger(retry) || retry < 0)) {
    throw new InvalidArgumentError('retry of an event', 'milliseconds', retry);
  }
  return [
    line('event', event),
    line('id', id),
    retry === undefined ? '' : `retry: ${retry}\n`,
    field('data', typeof data === 'string' ? data : toJson(data)),
    '\n',
  ].join('');
}

// A line break would begin another field, or another event, which somebody else has written.
function line(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string' || UNFIT_FOR_A_LINE.test(value)) {
    throw new InvalidArgumentError(`${name} of an event`, 'text without line breaks', value);
  }
  return `${name}: ${value}\n`;
}

function field(name: string, value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map((text) => `${name}: ${text}\n`)
    .join('');
}
