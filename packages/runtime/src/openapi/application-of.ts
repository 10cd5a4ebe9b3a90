import type { Inspectable } from '../application/inspection.ts';
import type { ServerRequest } from '../message/server-request.ts';

/**
 * The application that a request was given to by its server or a test: the outermost of those that it has come through. Undefined
 * for a request that a middleware made.
 */
export function applicationOf(request: ServerRequest): Pick<Inspectable, 'describe'> | undefined {
  const receiver = request.source.receiver as Partial<Inspectable> | undefined;
  return receiver?.describe === undefined ? undefined : (receiver as Inspectable);
}
