import type { ServerRequest } from '../message/server-request.ts';
import type { Visit } from './visit.ts';

/** The layers that a request has entered, in order, and which of them threw what; kept with `debug` only. */
export class Trail {
  readonly visits: Visit[] = [];
  readonly #thrownIn = new Map<unknown, Visit>();

  /** The one of a request and all its copies. */
  static of({ source }: ServerRequest): Trail {
    return (source.trail ??= new Trail()) as Trail;
  }

  blame(error: unknown, visit: Visit): void {
    if (!this.#thrownIn.has(error)) this.#thrownIn.set(error, visit);
  }

  /** The layer that threw; undefined when no layer did, as for a request that nothing answered. */
  thrownIn(error: unknown): Visit | undefined {
    return this.#thrownIn.get(error);
  }
}
