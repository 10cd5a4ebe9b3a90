import type { RequestHandler } from '../../application/request-handler.ts';
import { InvalidArgumentError } from '../../errors/coded-errors.ts';

/**
 * The handler of an application or a pipe.
 *
 * @throws InvalidArgumentError for any other value
 */
export function handlerOf(application: object): RequestHandler {
  const { handler } = (application ?? {}) as { readonly handler?: RequestHandler };
  if (typeof handler?.respond === 'function') return handler;
  throw new InvalidArgumentError(
    'application',
    'an application of fw-runtime/a or fw-runtime/b',
    application,
  );
}
