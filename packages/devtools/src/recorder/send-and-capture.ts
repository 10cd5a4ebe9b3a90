import {
  finalize,
  type HttpResponse,
  observeServices,
  type RequestHandler,
  ServerRequest,
  type ServerRequestInit,
  toWebResponse,
} from 'fw-runtime/internal';
import { admit } from '../access/developers.ts';
import { observeCreation } from './created-services.ts';
import { RequestLog } from './request-log.ts';
import { RequestCapture } from './request-capture.ts';
import type { RequestRecord } from './request-json.ts';

/** The record of a request, and its response. */
export interface CapturedExchange {
  readonly response: Response;
  readonly record: RequestRecord;
}

/**
 * Sends a request to an app without a server, and always records the request. The record includes layers with `debug`, or if the
 * app was created in an inspector's process.
 *
 * @param input a path, a URL or a Web `Request`
 */
export async function sendAndCapture(
  application: Pick<RequestHandler, 'respond' | 'errors' | 'container'>,
  input: string | URL | Request,
  init?: ServerRequestInit,
): Promise<CapturedExchange> {
  const request = new ServerRequest(input, init);
  // The request is a developer's even if its IP address is remote.
  admit(request.source);
  const log = new RequestLog({ records: 1 });
  const capture = new RequestCapture(request, log, false);
  observeServices(application.container, observeCreation);
  const sendable = async (given: HttpResponse | Promise<HttpResponse>): Promise<Response> => {
    const settled = await given;
    capture.respond(settled);
    return toWebResponse(finalize(settled, request.method));
  };
  const response = await sendable(capture.run(undefined, () => application.respond(request))).catch(
    // An error response is sent if the response can't be sent.
    (error: unknown) => sendable(application.errors.respond(error, request)),
  );
  return { response, record: log.get(capture.id) as RequestRecord };
}
