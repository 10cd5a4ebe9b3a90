import { HttpResponse } from '../../http/http-response.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import type { Entry } from '../../pipeline/entry.ts';

/** A response at a moment: its body may be written to later. */
export interface SeenResponse {
  readonly response: HttpResponse;
  readonly writes: number;
}

/** Notifications of the layers of a recorded request. */
export interface LayerObserver {
  /** Runs the middleware of a layer. */
  run<T>(layer: number, invoke: () => T): T;
  /** Called with the request that a layer passes to the next one. */
  follow(passed: ServerRequest): void;
  noteThrown(error: unknown, layer: LayerNotes): void;
}

/** The notes about a recorded request in one layer. Times are those of `performance.now()`. */
export class LayerNotes {
  readonly entry: Entry;
  /** As the layer got it. */
  readonly request: ServerRequest;
  /** Its place in the record. */
  readonly index: number;
  /** Variant A: the response that the layer got. */
  readonly given: SeenResponse | undefined;
  readonly entered: number = performance.now();
  passedOn: number | undefined;
  resumed: number | undefined;
  left: number | undefined;
  /** The request that it passed to the next layer first. */
  passed: ServerRequest | undefined;
  /** Variant A: the response that it passed on. */
  passedResponse: SeenResponse | undefined;
  /** The response that came back to it last. */
  back: SeenResponse | undefined;
  answer: SeenResponse | undefined;
  hasFailed = false;
  readonly #observer: LayerObserver;

  constructor(
    observer: LayerObserver,
    index: number,
    entry: Entry,
    request: ServerRequest,
    given: HttpResponse | undefined,
  ) {
    this.#observer = observer;
    this.index = index;
    this.entry = entry;
    this.request = request;
    this.given = seen(given);
  }

  /** Runs the middleware, so that the services which it has made are known to be its. */
  run<T>(invoke: () => T): T {
    return this.#observer.run(this.index, invoke);
  }

  passOn(passed: ServerRequest, response: HttpResponse | undefined): void {
    this.#observer.follow(passed);
    if (this.passedOn !== undefined) return;
    this.passedOn = performance.now();
    this.passed = passed;
    this.passedResponse = seen(response);
  }

  /** @param result what came back; undefined where that was an error */
  resume(result?: unknown): void {
    this.resumed = performance.now();
    this.back = seen(result);
  }

  leave(answer: HttpResponse): void {
    this.left = performance.now();
    this.answer = seen(answer);
  }

  fail(error: unknown): void {
    this.hasFailed = true;
    this.left = performance.now();
    this.#observer.noteThrown(error, this);
  }
}

function seen(response: unknown): SeenResponse | undefined {
  return response instanceof HttpResponse ? { response, writes: response.writes } : undefined;
}
