import { type HttpResponse, JsonResponse, type ServerRequest } from 'fw-runtime/a';

/** GET /ping: the time in whole Unix seconds. */
export class Ping {
  process(_request: ServerRequest, _response: HttpResponse): HttpResponse {
    return new JsonResponse({ ack: Math.floor(Date.now() / 1000) });
  }
}
