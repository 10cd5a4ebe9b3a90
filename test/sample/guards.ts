import { JwtClaims } from 'fw-middleware/jwt';
import { type Delegate, inject, NotFoundError, type ServerRequest } from 'fw-runtime/b';
import { Tickets } from './services/tickets.ts';
import { Workspaces } from './services/workspaces.ts';

/** The id of the user who sent a request with a token. */
export function userOf(request: ServerRequest<object>): string {
  return request.require(JwtClaims).sub ?? '';
}

/** Accepts requests of the members of the workspace in the path. */
export const Member = inject(
  [Workspaces],
  (workspaces) => async (request: ServerRequest, delegate: Delegate) => {
    const { workspace = '' } = request.params;
    if (!(await workspaces.hasMember(workspace, userOf(request)))) throw new NotFoundError();
    return delegate(request);
  },
);

/** Accepts requests for a ticket that is in the workspace of the path. */
export const TicketThere = inject(
  [Tickets],
  (tickets) => async (request: ServerRequest, delegate: Delegate) => {
    const { workspace = '', ticket = '' } = request.params;
    if ((await tickets.find({ workspace, ticket })) === undefined)
      throw new NotFoundError('There is no such ticket.');
    return delegate(request);
  },
);
