import type { ServerRequest } from '../message/server-request.ts';
import type { Entry } from './entry.ts';
import { isThenable, type LazyMiddleware } from './resolve-middleware.ts';
import { Trail } from './trail.ts';

const TWICE = 'passed the request on twice; pass it on once and use that response.';
const HASTY = 'returned before the inner layers had finished; return or await what they give.';

/**
 * One request in one layer of a pipeline, made with `debug` only: it warns of a layer that passes the request on wrongly
 * (SEMANTICS P8) and remembers what it throws (E1).
 */
export class Visit {
  readonly entry: Entry;
  /** As the layer got it. */
  readonly request: ServerRequest;
  readonly #middleware: LazyMiddleware;
  readonly #trail: Trail;
  #started = false;
  #pending = 0;

  constructor(entry: Entry, middleware: LazyMiddleware, request: ServerRequest) {
    this.entry = entry;
    this.request = request;
    this.#middleware = middleware;
    this.#trail = Trail.of(request);
    this.#trail.visits.push(this);
  }

  passOn<T>(passOn: () => T): T {
    if (this.#started) this.#warn(TWICE);
    this.#started = true;
    const result = passOn();
    if (!isThenable(result)) return result;
    this.#pending++;
    const settled = (): void => void this.#pending--;
    result.then(settled, settled);
    return result;
  }

  /** The layer has answered. */
  finish(): void {
    if (this.#pending > 0) this.#warn(HASTY);
  }

  /** An error came out of this layer; where several let it through, the innermost has thrown it. */
  fail(error: unknown): void {
    this.#trail.blame(error, this);
  }

  #warn(fault: string): void {
    const { name, warnings } = this.#middleware;
    if (warnings.has(fault)) return;
    warnings.add(fault);
    console.warn(`The middleware ${name} ${fault}`);
  }
}
