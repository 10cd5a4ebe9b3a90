import type { ServerRequest } from '../http/server-request.ts';
import type { Url } from '../router/route-names.ts';
import type { Route } from '../router/route.ts';

/** An application of either variant. Pass it to functions such as `describe()` of `fw-runtime/inspect`. */
export interface OpaqueApplication {
  readonly routes: readonly Route[];
  readonly url: Url;
}

/**
 * The outermost application that a request came through: the one that its server or a test called. State that middleware keeps
 * belongs there, in a `WeakMap`, since one middleware value may be registered in many applications.
 *
 * @returns undefined for a request that middleware created
 */
export function applicationOf(request: ServerRequest<object>): OpaqueApplication | undefined {
  const receiver = request.source.receiver as Partial<OpaqueApplication> | undefined;
  // A pipe that is served alone has no routes.
  return receiver?.routes === undefined ? undefined : (receiver as OpaqueApplication);
}
