import type { HttpResponse } from '../message/http-response.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { ServerConfig } from '../config/config.ts';

/** What a server needs of an application. */
export interface Servable {
  /** Answers every request and never fails; at once where the middleware is synchronous. */
  respond(request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  /** Answers in place of a response that cannot be sent. */
  respondToError(error: unknown, request: ServerRequest): HttpResponse | Promise<HttpResponse>;
  fetch(request: Request): Promise<Response>;
  /** @throws DuplicateRouteError when two routes cannot be told apart */
  checkRoutes(): void;
  /** Told what goes wrong after the response was made, such as a stream that fails. */
  logError(error: unknown): void;
  /** Called once when the last server that uses its resources has shut down. */
  dispose(): Promise<void>;
  /** What `dispose` disposes of; several applications may have the same. */
  readonly resources: object;
  /** The names of the services that `dispose` waits for at this moment, where they are known. */
  readonly pendingServices: readonly string[];
  /** Whether clients see the inside of errors: no, those on this machine, everyone. */
  readonly debug: boolean | 'everyone';
  readonly serverConfig: ServerConfig;
}
