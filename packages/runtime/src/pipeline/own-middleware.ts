import { DISPATCH_MIDDLEWARE, ROUTING_MIDDLEWARE } from '../config/check.ts';

/** An application's own routing and dispatching, each in its pipeline at most once (SEMANTICS P5, C2). */
export class OwnMiddleware {
  isRouting = false;
  isDispatching = false;
  readonly #routing: unknown;
  readonly #dispatching: unknown;

  constructor(routing: unknown, dispatching: unknown) {
    this.#routing = routing;
    this.#dispatching = dispatching;
  }

  /** What is translated meanwhile is in the pipeline when `attach` returns; when it throws, nothing of it is. */
  allOrNothing<T>(attach: () => T): T {
    const { isRouting, isDispatching } = this;
    try {
      return attach();
    } catch (error) {
      Object.assign(this, { isRouting, isDispatching });
      throw error;
    }
  }

  /** The middleware for a constant, undefined when it is in the pipeline already; any other value as it is. */
  translate(value: unknown): unknown {
    if (value === ROUTING_MIDDLEWARE) {
      if (this.isRouting) return undefined;
      this.isRouting = true;
      return this.#routing;
    }
    if (value === DISPATCH_MIDDLEWARE) {
      if (this.isDispatching) return undefined;
      this.isDispatching = true;
      return this.#dispatching;
    }
    return value;
  }
}
