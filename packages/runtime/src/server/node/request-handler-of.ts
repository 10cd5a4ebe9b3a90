import type { RequestHandler } from '../../kernel/application/request-handler.ts';
import { InvalidArgumentError } from '../../kernel/errors/coded-errors.ts';

/**
 * The handler of an application or a pipe.
 *
 * @throws {@link InvalidArgumentError} for any other value
 */
export function requestHandlerOf(application: object): RequestHandler {
  const { requestHandler } = (application ?? {}) as { readonly requestHandler?: RequestHandler };
  if (typeof requestHandler?.respond === 'function') return requestHandler;
  throw new InvalidArgumentError(
    'application',
    'an application of fw-runtime/a or fw-runtime/b',
    application,
  );
}
