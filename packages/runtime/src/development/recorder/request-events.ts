import { HttpResponse } from '../../http/http-response.ts';
import type { Recorder, RecordSummary } from './recorder.ts';

// In ms: how long the client waits before it connects again; short, because the application was restarted.
const RETRY = 500;
// As many as the recorder keeps, so that a slow client makes nothing grow.
const MOST_WAITING = 100;

/**
 * The list of requests as a stream of events: first all, as `list`, then each `request` as it begins and when it is answered.
 *
 * Not an EventStreamResponse: rolldown leaves a class undefined that a project imports by `import * as` and that a module which
 * is loaded later needs too.
 */
export function requestEvents(recorder: Recorder): HttpResponse {
  const events = { [Symbol.asyncIterator]: () => new RequestEvents(recorder) };
  return new HttpResponse(events, 200, { 'Content-Type': 'text/event-stream' });
}

class RequestEvents implements AsyncIterator<string> {
  /** The newest state of each request that is still to be sent; undefined before the list was sent. */
  #waiting: Map<string, RecordSummary> | undefined;
  readonly #recorder: Recorder;
  readonly #unsubscribe: () => void;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#unsubscribe = recorder.subscribe((summary) => this.#add(summary));
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#waiting === undefined) {
      this.#waiting = new Map();
      return { done: false, value: `retry: ${RETRY}\n${eventOf('list', this.#recorder.list())}` };
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

/** JSON has no line breaks of its own. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
