import { HttpResponse } from '../message/http-response.ts';
import type { ResponseBody } from '../message/response-body.ts';

/** The responses that stand for "not answered" where a request is to go on to the handler after the application. */
export class Unanswered {
  // Copies of a response share its body, so the layers on the way out may add headers.
  readonly #bodies = new WeakSet<ResponseBody>();

  readonly respond = (): HttpResponse => {
    const response = new HttpResponse(null, 404);
    this.#bodies.add(response.body);
    return response;
  };

  /** Whether a response is one of them, and nobody has written to it. */
  is(response: HttpResponse): boolean {
    return this.#bodies.has(response.body) && response.writes === 0;
  }
}
