import type { ServerRequest } from '../message/server-request.ts';
import type { Entry } from '../pipeline/entry.ts';
import { type InvokedMiddleware, isThenable } from '../pipeline/lazy-middleware.ts';
import { type LayerTrace, RequestTrace } from '../pipeline/request-trace.ts';

interface WarningTeller {
  warn(message: string): void;
}

const TWICE = 'passed the request on twice; pass it on once and use that response.';
const TOO_EARLY = 'returned before the inner layers had finished; return or await what they give.';

/** A request in one layer, made with `debug` only. It warns of a layer that passes on wrongly (rule P8). */
export class WatchedLayer implements LayerTrace {
  readonly entry: Entry;
  /** As the layer got it. */
  readonly request: ServerRequest;
  readonly #middleware: InvokedMiddleware;
  readonly #trace: RequestTrace;
  readonly #teller: WarningTeller;
  #hasPassedOn = false;
  #pending = 0;

  constructor(entry: Entry, middleware: InvokedMiddleware, request: ServerRequest, teller: WarningTeller) {
    this.entry = entry;
    this.request = request;
    this.#middleware = middleware;
    this.#teller = teller;
    this.#trace = RequestTrace.of(request);
    this.#trace.layers.push(this);
  }

  /** @param next passes the request on */
  passOn<T>(next: () => T): T {
    if (this.#hasPassedOn) this.#warn(TWICE);
    this.#hasPassedOn = true;
    const result = next();
    if (!isThenable(result)) return result;
    this.#pending++;
    const settled = (): void => void this.#pending--;
    result.then(settled, settled);
    return result;
  }

  /** To be called when the layer has answered. */
  finish(): void {
    if (this.#pending > 0) this.#warn(TOO_EARLY);
  }

  /** To be called when an error comes out of the layer. */
  fail(error: unknown): void {
    this.#trace.noteThrown(error, this);
  }

  // Once for each middleware, not for each request.
  #warn(fault: string): void {
    const { name, warnings } = this.#middleware;
    if (warnings.has(fault)) return;
    warnings.add(fault);
    this.#teller.warn(`The middleware ${name} ${fault}`);
  }
}
