import { InvalidArgumentError } from '../../errors/coded-errors.ts';
import { HeaderList, type HeadersInput } from '../header-list.ts';
import { HttpResponse } from '../http-response.ts';
import { streamFrom } from './body-input.ts';
import { toJson } from './json.ts';

/** An event that an `EventSource` receives. */
export interface ServerSentEvent {
  /** The data of the event. Strings are sent as they are, other values as JSON. */
  readonly data: unknown;
  /** The event type, which `addEventListener` names; "message" when absent. */
  readonly event?: string | undefined;
  /** The id of the event, which the client sends as `Last-Event-ID` when it reconnects; none when absent. */
  readonly id?: string | undefined;
  /** How long the client waits before it reconnects, in milliseconds; the browser's default when absent. */
  readonly retry?: number | undefined;
}

/** Options of `EventStreamResponse`. */
export interface EventStreamOptions {
  /**
   * The time without an event after which a comment keeps the connection open, in milliseconds; 15 000 when absent, 0
   * for never.
   */
  readonly heartbeat?: number | undefined;
  /** More headers of the response; none when absent. */
  readonly headers?: HeadersInput | undefined;
}

const HEARTBEAT = 15_000;
// Node runs a longer timer after 1 ms.
const LONGEST_TIMER = 2_147_483_647;
const EVENTS = HeaderList.of(
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-cache',
  // nginx would buffer the events otherwise.
  'X-Accel-Buffering',
  'no',
);
const encoder = new TextEncoder();
const COMMENT = encoder.encode(':\n\n');
// oxlint-disable-next-line no-control-regex
const UNFIT_FOR_A_LINE = /[\0\r\n]/;

/**
 * A response with server-sent events, for an `EventSource`. The next event is requested when the client has received
 * the last one (backpressure). When the client disconnects or the server shuts down, `return()` of the iterable is
 * called. An iterable that throws aborts the connection.
 *
 * @example new EventStreamResponse(watchOrders(request.signal), { heartbeat: 5000 })
 */
export class EventStreamResponse extends HttpResponse {
  /**
   * Creates the response. The iterable isn't read until a client can receive the events.
   *
   * @param events the events, such as an async generator; a string is an event with only data
   * @param options a heartbeat of 15 seconds and no more headers when absent
   * @throws {@link InvalidArgumentError} when `events` is not an async iterable, or an option is malformed. A malformed
   *   event has the effect of an iterable that throws.
   */
  constructor(events: AsyncIterable<ServerSentEvent | string>, options: EventStreamOptions = {}) {
    const { heartbeat = HEARTBEAT, headers = {} } = options;
    if (typeof (events as Partial<typeof events> | null)?.[Symbol.asyncIterator] !== 'function') {
      throw new InvalidArgumentError('events', 'an async iterable', events);
    }
    if (!Number.isInteger(heartbeat) || heartbeat < 0 || heartbeat > LONGEST_TIMER) {
      throw new InvalidArgumentError('heartbeat', 'milliseconds, or 0 for none', heartbeat);
    }
    super(encoded(events, heartbeat), 200, HeaderList.from(headers).withDefaults(EVENTS));
  }
}

function encoded(events: AsyncIterable<ServerSentEvent | string>, heartbeat: number): ReadableStream {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isQuiet = true;
  const beat = (controller: ReadableStreamDefaultController): void => {
    // No comment while the client hasn't received the last event.
    if (isQuiet && controller.desiredSize === 0) controller.enqueue(COMMENT);
    isQuiet = true;
  };
  const iterate = (): AsyncIterator<ServerSentEvent | string> => events[Symbol.asyncIterator]();
  return streamFrom({
    open(controller) {
      const iterator = iterate();
      if (heartbeat > 0) timer = setInterval(beat, heartbeat, controller);
      // The process may exit before the timer has run.
      (timer as { unref?(): void } | undefined)?.unref?.();
      return iterator;
    },
    toBytes(event) {
      isQuiet = false;
      return encoder.encode(textOf(event));
    },
    close: (iterator) => (iterator ?? iterate()).return?.(),
    end: () => clearInterval(timer),
  });
}

function textOf(given: ServerSentEvent | string): string {
  if (typeof given === 'string') return `${field('data', given)}\n`;
  if (typeof given !== 'object' || given === null || !('data' in given)) {
    throw new InvalidArgumentError('event', 'a string or an object with "data"', given);
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

// A line break in user data could begin another field or event (injection).
function line(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string' || UNFIT_FOR_A_LINE.test(value)) {
    throw new InvalidArgumentError(`${name} of an event`, 'a string without line breaks', value);
  }
  return `${name}: ${value}\n`;
}

function field(name: string, value: string): string {
  return value
    .split(/\r\n|\r|\n/)
    .map((text) => `${name}: ${text}\n`)
    .join('');
}
