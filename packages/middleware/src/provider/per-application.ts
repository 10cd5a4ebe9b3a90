import { applicationOf, type ServerRequest } from 'fw-runtime';

/**
 * State of a middleware, one for each application: the same middleware value may be registered in several applications, such
 * as those of a project's tests. Requests that no application received share one state.
 *
 * @param create called for the first request of each application
 */
export function perApplication<State extends object>(
  create: () => State,
): (request: ServerRequest<object>) => State {
  const states = new WeakMap<object, State>();
  return (request) => {
    const owner = applicationOf(request) ?? states;
    const known = states.get(owner);
    if (known !== undefined) return known;
    const state = create();
    states.set(owner, state);
    return state;
  };
}
