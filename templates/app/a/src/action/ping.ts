import { type HttpResponse, JsonResponse } from 'fw-runtime/a';

/** GET /ping: the time in whole Unix seconds. */
export class Ping {
  process(): HttpResponse {
    return new JsonResponse({ ack: Math.floor(Date.now() / 1000) });
  }
}
