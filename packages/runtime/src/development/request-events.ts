import { EventStreamResponse, type ServerSentEvent } from '../message/event-stream.ts';
import type { Recorder, RecordSummary } from './recorder.ts';

// What the client waits before it connects again, in ms: soon, because the site has been restarted.
const RETRY = 500;
// As many as the recorder keeps, so that a slow client makes nothing grow.
const MOST_WAITING = 100;

/** The list of requests as a stream: first all, as `list`, then each `request` as it begins and when it is answered. */
export function requestEvents(recorder: Recorder): EventStreamResponse {
  return new EventStreamResponse({ [Symbol.asyncIterator]: () => new RequestEvents(recorder) });
}

class RequestEvents implements AsyncIterator<ServerSentEvent> {
  /** The newest state of each request that is still to be told; undefined before the list was. */
  #waiting: Map<string, RecordSummary> | undefined;
  readonly #recorder: Recorder;
  readonly #unsubscribe: () => void;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#unsubscribe = recorder.subscribe((summary) => this.#add(summary));
  }

  async next(): Promise<IteratorResult<ServerSentEvent>> {
    if (this.#waiting === undefined) {
      this.#waiting = new Map();
      return { done: false, value: { event: 'list', data: this.#recorder.list(), retry: RETRY } };
    }
    while (this.#waiting.size === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const [oldest] = this.#waiting.values();
    if (oldest === undefined || this.#isOver) return { done: true, value: undefined };
    this.#waiting.delete(oldest.id);
    return { done: false, value: { event: 'request', data: oldest } };
  }

  async return(): Promise<IteratorResult<ServerSentEvent>> {
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
