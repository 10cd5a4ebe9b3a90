import { compose } from '../kernel/application/compose.ts';
import type { ApplicationContext } from '../kernel/application/context.ts';
import type { ApplicationNode } from '../kernel/application/middleware-of.ts';
import type { FrameworkServices, PipeOptions } from '../kernel/application/options.ts';
import { Pipe } from '../kernel/application/pipe.ts';
import { reject, rejectionEntries } from '../kernel/application/rejection.ts';
import type { RequestHandler } from '../kernel/application/request-handler.ts';
import { CONVENTION } from './compose.ts';
import { createEnd } from './end.ts';
import { type Rest, toRest } from './rest.ts';

/** Options of a pipe. All are optional. */
export interface MiddlewarePipeOptions extends PipeOptions {
  /**
   * A renderer that responds to every error; used when there is no `errors.render`. The framework's own responses when
   * absent.
   */
  readonly errorResponseGenerator?: FrameworkServices['ErrorResponseGenerator'] | undefined;
  /** Responds to requests that no middleware responds to; with 404 when absent. */
  readonly defaultDelegate?: FrameworkServices['DefaultDelegate'] | undefined;
}

/**
 * An ordered list of middleware, and itself middleware. Inside an application, it shows and logs errors as the application does.
 *
 * @example new MiddlewarePipe().pipe(logging).pipe('/admin', guard)
 */
export class MiddlewarePipe extends Pipe<'b'> {
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
    super(CONVENTION, options, owner, options.errorResponseGenerator);
    this.#options = options;
  }

  /** @internal */
  composeApplication(outer: Rest, context: ApplicationContext): Rest {
    return compose(this.entries, outer, context, CONVENTION);
  }

  /** @internal Rejects like routing: responds without throwing, so that outer middleware sees the response (rule B3). */
  composeRejection(): RequestHandler['respond'] {
    const { errors } = this.context;
    const respond: RequestHandler['respond'] = (request) => errors.respond(reject(request), request);
    const [before] = rejectionEntries(this, this.services, respond);
    return CONVENTION.start(compose(before, toRest(respond), this.context, CONVENTION).handle);
  }

  protected end(): Rest {
    return createEnd(this.#options.defaultDelegate, this);
  }
}
