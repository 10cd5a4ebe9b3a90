import { HttpResponse } from '../http/http-response.ts';
import { ResponseBody } from '../http/response-body.ts';

/** Marks a response at the end of a pipeline that is part of another framework's. */
class UnhandledBody extends ResponseBody {}

/** The response that stands for "not handled": the request continues in the framework around the application. */
export function unhandled(): HttpResponse {
  return new HttpResponse(new UnhandledBody(null), 404);
}

/** Whether a response is such a one and nothing was written to it. Middleware may have added headers: copies share the body. */
export function isUnhandled({ body, writes }: HttpResponse): boolean {
  return body instanceof UnhandledBody && writes === 0;
}
