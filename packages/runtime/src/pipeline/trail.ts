import type { ServerRequest } from '../message/server-request.ts';
import type { Scope } from './scope.ts';
import type { Visit } from './visit.ts';

/**
 * What is remembered of one request while one application handles it: the errors that were logged, whether it was
 * refused, and with `debug` the layers that it entered and which of them threw what. A request that a middleware gives to
 * `handle()` of another application has another trail there (SEMANTICS E5).
 */
export class Trail {
  /** In the order in which the layers were entered; with `debug` only. */
  readonly visits: Visit[] = [];
  /** Whether the request was refused where it would have been routed (SEMANTICS E6). */
  isRefused = false;
  readonly #logged = new Set<unknown>();
  readonly #thrownIn = new Map<unknown, Visit | undefined>();

  /** The one of a request and all its copies. */
  static of({ scope, source }: ServerRequest): Trail {
    for (let item = scope as Scope | undefined; item !== undefined; item = item.outer) {
      if (item.trail !== undefined) return item.trail as Trail;
    }
    return (source.trail ??= new Trail()) as Trail;
  }

  /** @returns whether the error was not noted before */
  noteLogged(error: unknown): boolean {
    if (this.#logged.has(error)) return false;
    this.#logged.add(error);
    return true;
  }

  /** @param visit undefined when no layer is to blame */
  blame(error: unknown, visit: Visit | undefined): void {
    if (!this.#thrownIn.has(error)) this.#thrownIn.set(error, visit);
  }

  /** The layer that threw; undefined when no layer did, as for a request that nothing answered. */
  thrownIn(error: unknown): Visit | undefined {
    return this.#thrownIn.get(error);
  }
}
