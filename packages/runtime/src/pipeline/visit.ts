import { DelegateMisuseError } from '../error/coded-errors.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { Entry } from './entry.ts';
import { isThenable } from './resolve-middleware.ts';
import { Trail } from './trail.ts';

/**
 * One request in one layer of a pipeline, made with `debug` only: it watches how the layer passes the request on
 * (SEMANTICS P8) and remembers what it throws (E1).
 */
export class Visit {
  readonly entry: Entry;
  /** As the layer got it. */
  readonly request: ServerRequest;
  readonly #trail: Trail;
  #started = false;
  #pending = false;

  constructor(entry: Entry, request: ServerRequest) {
    this.entry = entry;
    this.request = request;
    this.#trail = Trail.of(request);
    this.#trail.visits.push(this);
  }

  /** @throws DelegateMisuseError when the request was passed on before */
  passOn<T>(passOn: () => T): T {
    if (this.#started) {
      throw new DelegateMisuseError(
        `The middleware ${this.entry.name} passed the request on twice; pass it on once and use that response.`,
      );
    }
    this.#started = true;
    const result = passOn();
    if (!isThenable(result)) return result;
    this.#pending = true;
    const settled = (): void => void (this.#pending = false);
    result.then(settled, settled);
    return result;
  }

  /** @throws DelegateMisuseError when the inner layers still run */
  finish(): void {
    if (this.#pending) {
      throw new DelegateMisuseError(
        `The middleware ${this.entry.name} returned before the inner layers had finished; return or await what they give.`,
      );
    }
  }

  /** An error came out of this layer; where several let it through, the innermost has thrown it. */
  fail(error: unknown): void {
    this.#trail.blame(error, this);
  }
}
