import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import { ErrorResponder } from '../problem/error-responder.ts';

/** Middleware that answers every request that reaches it with 404. Pipe it last. */
export class NotFoundHandler {
  process(request: ServerRequest): HttpResponse | Promise<HttpResponse> {
    const errors = request.source.errors ?? new ErrorResponder();
    return errors.renderNotFound(request);
  }
}
