import { HttpResponse } from '../http/http-response.ts';
import type { ServerRequest } from '../http/server-request.ts';
import type { Responder } from './request-handler.ts';

/** Converts a response for a Web server or a test. The second argument is the method of the request as it was received. */
export type ToWeb = (response: HttpResponse, method: string) => Response;

/**
 * Handles a request with an application, and converts its response; synchronously if the middleware is synchronous. A response
 * that can't be converted is replaced by an error response.
 */
export function respondAsWeb(
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Response | Promise<Response> {
  try {
    const response = responder.respond(request);
    return response instanceof HttpResponse
      ? toWeb(response, request.source.method)
      : convertLater(response, responder, request, toWeb);
  } catch (error) {
    return replace(error, responder, request, toWeb);
  }
}

function convertLater(
  response: Promise<HttpResponse>,
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  const fail = (error: unknown): Promise<Response> => replace(error, responder, request, toWeb);
  return response.then((settled) => {
    try {
      return toWeb(settled, request.source.method);
    } catch (error) {
      return fail(error);
    }
  }, fail);
}

// The replacement may fail to be converted, too.
async function replace(
  error: unknown,
  responder: Responder,
  request: ServerRequest,
  toWeb: ToWeb,
): Promise<Response> {
  try {
    return toWeb(await responder.errors.respond(error, request), request.source.method);
  } catch (failure) {
    responder.errors.log(failure);
    return new Response(null, { status: 500 });
  }
}
