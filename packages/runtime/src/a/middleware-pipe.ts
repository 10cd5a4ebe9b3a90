import { compose } from '../kernel/application/compose.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { FrameworkServices, PipeOptions } from '../kernel/application/options.ts';
import { Pipe } from '../kernel/application/pipe.ts';
import { reject, rejectionEntries } from '../kernel/application/rejection.ts';
import type { RequestHandler } from '../kernel/application/request-handler.ts';
import { notFound } from '../kernel/error-responses/problem.ts';
import type { Entry } from '../kernel/pipeline/entry.ts';
import { hasResponded } from '../kernel/pipeline/scope.ts';
import { CONVENTION } from './compose.ts';
import { createEnd } from './end.ts';
import type { Rest } from './rest.ts';

/** Options of a pipe. All are optional. */
export interface MiddlewarePipeOptions extends PipeOptions {
  /**
   * Responds to requests that no middleware responds to, and to every error that no error middleware handles; a
   * `FinalHandler` when absent.
   */
  readonly finalHandler?: FrameworkServices['FinalHandler'] | undefined;
}

/**
 * An ordered list of middleware, and itself middleware. Inside an application, it shows and logs errors as the application does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'a'> {
  /** @internal */
  static override get name(): string {
    return 'MiddlewarePipe';
  }

  readonly #options: MiddlewarePipeOptions;

  /**
   * Creates a pipe without middleware.
   *
   * @param options the container, `debug`, the logger and what responds at its end; each has a default
   * @param owner the application that the pipe belongs to; the framework passes it
   * @throws {@link InvalidArgumentError} when the renderer or the logger lacks a method
   */
  constructor(options: MiddlewarePipeOptions = {}, owner?: ApplicationNode) {
    super(CONVENTION, options, owner);
    this.#options = options;
  }

  /**
   * @internal Composes for an application, which checks at the end of its pipeline whether middleware has responded (rule A5).
   * A request without a response goes to the application's error middleware once, and then to `outer`.
   *
   * @param owner the application
   */
  composeApplication(outer: Rest, context: ApplicationContext, owner: object): Rest {
    const last = composeBefore(this.entries, outer.handle, outer, context, owner);
    if (!this.entries.some((entry) => entry.error)) return last;
    const fail: Rest['handle'] = (request, response) => last.fail(notFound(request), request, response);
    return composeBefore(this.entries, fail, outer, context, owner);
  }

  /** @internal */
  composeRejection(): RequestHandler['respond'] {
    const [before, after] = rejectionEntries(this, this.services, (request) => {
      throw reject(request);
    });
    const end = this.end();
    const finish: Rest['handle'] = (request, response) => end.fail(reject(request), request, response);
    const { fail } = composeBefore(after, finish, end, this.context, this);
    const handle: Rest['handle'] = (request, response) => fail(reject(request), request, response);
    return CONVENTION.start(compose(before, { handle, fail }, this.context, CONVENTION).handle);
  }

  protected end(): Rest {
    return createEnd(this.#options.finalHandler, this);
  }
}

/** Composes the entries with an end that checks whether there is a response. */
function composeBefore(
  entries: readonly Entry[],
  unhandled: Rest['handle'],
  { fail }: Rest,
  context: ApplicationContext,
  owner: object,
): Rest {
  const handle: Rest['handle'] = (request, response) =>
    hasResponded(request, response, owner) ? response : unhandled(request, response);
  return compose(entries, { handle, fail }, context, CONVENTION);
}
