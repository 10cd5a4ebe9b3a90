import { type HttpResponse, JsonResponse, type ServerRequest } from 'fw-runtime/b';

/** GET /ping: the time in whole Unix seconds. */
export class Ping {
  process(_request: ServerRequest): HttpResponse {
    return new JsonResponse({ ack: Math.floor(Date.now() / 1000) });
  }
}
