import { type Entry, type HttpResponse, type ServerRequest } from 'fw-runtime/internal';

/** A response and the number of writes at a point in time. The body may be written to later. */
export interface SeenResponse {
  readonly response: HttpResponse;
  readonly writes: number;
}

/** Receives events from the layers of a recorded request. */
export interface LayerObserver {
  /** Runs the middleware of a layer. */
  run<T>(layer: number, invoke: () => T): T;
  /** Called with the request that a layer passed to the next layer. */
  follow(passed: ServerRequest): void;
  noteThrown(error: unknown, layer: LayerNotes): void;
}

/** Notes on a recorded request in one layer. Times come from `performance.now()`. */
export class LayerNotes {
  readonly entry: Entry;
  /** The request that the layer received. */
  readonly request: ServerRequest;
  /** The index of the layer in the record. */
  readonly index: number;
  /** Variant A: the response that the layer received. */
  readonly given: SeenResponse | undefined;
  readonly entered: number = performance.now();
  passedOn: number | undefined;
  resumed: number | undefined;
  left: number | undefined;
  /** The first request that the layer passed to the next layer. */
  passed: ServerRequest | undefined;
  /** Variant A: the response that the layer passed to the next layer. */
  passedResponse: SeenResponse | undefined;
  /** The last response that the next layer returned. */
  back: SeenResponse | undefined;
  returned: SeenResponse | undefined;
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

  /** Runs the middleware, and records the services that are created meanwhile under this layer. */
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

  /** @param result the result of the next layer; undefined if the next layer threw */
  resume(result?: unknown): void {
    this.resumed = performance.now();
    this.back = seen(result);
  }

  leave(returned: HttpResponse): void {
    this.left = performance.now();
    this.returned = seen(returned);
  }

  fail(error: unknown): void {
    this.hasFailed = true;
    this.left = performance.now();
    this.#observer.noteThrown(error, this);
  }
}

function seen(response: unknown): SeenResponse | undefined {
  return isResponse(response) ? { response, writes: response.writes } : undefined;
}

/** Whether a value is a response. */
export function isResponse(value: unknown): value is HttpResponse {
  return typeof value === 'object' && value !== null && 'headerList' in value;
}
