import type { RequestHandler } from '../application/request-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';

/** What a server asks for answers. */
export interface Answering {
  respond(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  passingOn(): Answering;
  readonly errors: Pick<RequestHandler['errors'], 'respond' | 'log'>;
}
