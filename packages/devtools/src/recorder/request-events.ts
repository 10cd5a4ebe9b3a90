import { HttpResponse } from 'fw-runtime/internal';
import type { RequestLog, RecordSummary } from './request-log.ts';

// How long the client waits before it reconnects, in milliseconds. The delay is short, because the app was just restarted.
const RETRY = 500;
// The limit is the log's own, so that memory doesn't grow if a client is slow.
const MOST_WAITING = 100;

/**
 * Sends the requests as server-sent events: first a `list` of all requests, then a `request` when a request begins or
 * is updated.
 *
 * EventStreamResponse isn't used here, because lazily loaded modules may only share modules with the app that the app always
 * needs. Rolldown leaves a class undefined if the app imports it with `import * as` and a lazily loaded module needs
 * it too.
 */
export function requestEvents(log: RequestLog): HttpResponse {
  const events = { [Symbol.asyncIterator]: () => new RequestEvents(log) };
  return new HttpResponse(events, 200, { 'Content-Type': 'text/event-stream' });
}

class RequestEvents implements AsyncIterator<string> {
  /** The newest summary of each request that is still to be sent; undefined until the list is sent. */
  #waiting: Map<string, RecordSummary> | undefined;
  readonly #log: RequestLog;
  readonly #unsubscribe: () => void;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(log: RequestLog) {
    this.#log = log;
    this.#unsubscribe = log.subscribe((summary) => this.#add(summary));
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#waiting === undefined) {
      this.#waiting = new Map();
      return { done: false, value: `retry: ${RETRY}\n${eventOf('list', this.#log.list())}` };
    }
    while (this.#waiting.size === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const [oldest] = this.#waiting.values();
    if (oldest === undefined || this.#isOver) return { done: true, value: undefined };
    this.#waiting.delete(oldest.id);
    return { done: false, value: eventOf('request', oldest) };
  }

  async return(): Promise<IteratorResult<string>> {
    this.#isOver = true;
    this.#unsubscribe();
    this.#wake?.();
    return { done: true, value: undefined };
  }

  #add(summary: RecordSummary): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    waiting.set(summary.id, summary);
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
    this.#wake?.();
  }
}

/** Formats an event. JSON contains no line breaks, so the data is one line. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
