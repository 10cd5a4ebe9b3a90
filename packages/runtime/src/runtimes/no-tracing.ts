// `#tracing` in a bundle that is not made for a runtime with `node:diagnostics_channel`; see server/no-server.ts.
import { routeRequest } from '../pipeline/route-request.ts';
import type { Tracing } from '../tracing/tracing-interface.ts';

export const tracing: Tracing = {
  application: ({ errors }) =>
    errors.warn('This bundle publishes nothing: "tracing" needs Node, Bun or Deno.'),
  middleware: (_entry, lazy) => lazy,
  routing: (create) => create(routeRequest),
  request: (_application, _request, answer) => answer(),
  noteError() {},
};
