import { BasePipe, type PipeOptions } from '../kernel/base-pipe.ts';
import { HttpResponse } from '../message/http-response.ts';
import type { ErrorResponseGenerator } from '../message/request-source.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { ByContinuation } from '../pipeline/by-continuation.ts';
import { toEntry } from '../pipeline/entry.ts';
import { compose } from './compose.ts';
import { type Delegate, type MiddlewareValue, toDelegate } from './middleware.ts';

export interface MiddlewarePipeOptions extends PipeOptions {
  /** Makes the response of an error that no middleware handled; the framework's own rendering when absent. */
  readonly errorResponseGenerator?: ErrorResponseGenerator | undefined;
  /** Answers what no middleware answers; with 404 when absent. */
  readonly defaultDelegate?: ((request: ServerRequest) => HttpResponse | Promise<HttpResponse>) | undefined;
}

/**
 * Middleware in order. It is itself middleware.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends BasePipe<MiddlewareValue> {
  readonly #end: Delegate;
  #root: Delegate | undefined;
  #nested: ByContinuation<Delegate, Delegate> | undefined;

  constructor(options: MiddlewarePipeOptions = {}) {
    super(options, options.errorResponseGenerator);
    const { defaultDelegate } = options;
    const end = toDelegate((request) => this.errors.renderNotFound(request));
    // What the user gives is held to what a middleware must answer.
    const entry =
      defaultDelegate && toEntry(defaultDelegate, { services: this.services, translate: (value) => value });
    this.#end = entry === undefined ? end : compose([entry], end, this.debug);
  }

  /** Runs inside another pipeline: what nothing here answers goes on to the delegate. */
  process(request: ServerRequest, delegate: Delegate): HttpResponse | Promise<HttpResponse> {
    this.#nested ??= new ByContinuation((outer) => this.composeInside(outer));
    return this.#nested.get(delegate)(request);
  }

  protected composeInside(outer: Delegate): Delegate {
    return this.composeBefore(outer);
  }

  protected composeBefore(end: Delegate): Delegate {
    return compose(this.entries, end, this.debug);
  }

  protected answer(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    try {
      const response = (this.#root ??= this.composeBefore(this.#end))(request);
      if (response instanceof HttpResponse) return response;
      return response.catch((error: unknown) => this.errors.respond(error, request));
    } catch (error) {
      return this.errors.respond(error, request);
    }
  }

  protected recompose(): void {
    this.#root = undefined;
    this.#nested = undefined;
  }
}
