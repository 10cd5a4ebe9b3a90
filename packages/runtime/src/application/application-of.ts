import type { ServerRequest } from '../http/server-request.ts';
import type { Inspectable } from './inspection.ts';

/**
 * The outermost application that a request came through: the one that its server or a test called. State that middleware keeps
 * belongs there, in a `WeakMap`, since one middleware value may be registered in many applications.
 *
 * @returns undefined for a request that middleware created
 */
export function applicationOf(request: ServerRequest<object>): Pick<Inspectable, 'describe'> | undefined {
  const receiver = request.source.receiver as Partial<Inspectable> | undefined;
  return receiver?.describe === undefined ? undefined : (receiver as Inspectable);
}
