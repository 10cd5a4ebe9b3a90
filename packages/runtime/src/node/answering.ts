import type { Servable } from '../application/servable.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { PassOn } from '../pipeline/define-middleware.ts';

/** What a server asks for answers. */
export interface Answering {
  respond(request: ServerRequest, passOn: PassOn | undefined): HttpResponse | Promise<HttpResponse>;
  readonly errors: Pick<Servable['errors'], 'respond' | 'log'>;
}
