import { type Entry, RequestTrace, type ServerRequest } from 'fw-runtime/internal';

/** A request in one middleware. */
export interface LayerTrace {
  readonly entry: Entry;
  /** The request that the middleware received. */
  readonly request: ServerRequest;
}

const traces = new WeakMap<RequestTrace, LayerTraces>();

/** The middleware that a request entered in one application, and the errors that the middleware threw. */
export class LayerTraces {
  /** In the order in which the request entered them. */
  readonly layers: LayerTrace[] = [];
  readonly #thrownIn = new Map<unknown, LayerTrace>();
  readonly #trace: RequestTrace;

  constructor(trace: RequestTrace) {
    this.#trace = trace;
  }

  /** The layers of a request and of all its copies. */
  static of(request: ServerRequest): LayerTraces {
    const trace = RequestTrace.of(request);
    const known = traces.get(trace);
    if (known !== undefined) return known;
    const created = new LayerTraces(trace);
    traces.set(trace, created);
    return created;
  }

  /** Notes the layer that threw an error. The innermost layer calls it first, so later calls for the error do nothing. */
  noteThrown(error: unknown, layer: LayerTrace): void {
    if (error !== this.#trace.rejection && !this.#thrownIn.has(error)) this.#thrownIn.set(error, layer);
  }

  /** The layer that threw; undefined when no layer did, for example when no middleware responded. */
  thrownIn(error: unknown): LayerTrace | undefined {
    return this.#thrownIn.get(error);
  }
}
