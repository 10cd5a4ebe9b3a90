import { HttpResponse } from '../http/http-response.ts';
import type { ResponseBody } from '../http/response-body.ts';

// Copies of a response share its body, so the layers on the way out may add headers.
const bodies = new WeakSet<ResponseBody>();

/** A response that stands for "not answered" where a request is to go on to the handler after the application. */
export function unanswered(): HttpResponse {
  const response = new HttpResponse(null, 404);
  bodies.add(response.body);
  return response;
}

/** Whether a response is one of those, and nobody has written to it. */
export function isUnanswered(response: HttpResponse): boolean {
  return bodies.has(response.body) && response.writes === 0;
}
