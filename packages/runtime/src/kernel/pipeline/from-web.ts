import { asReceived } from '../http/received-path.ts';
import { InvalidArgumentError, MissingResponseError } from '../errors/coded-errors.ts';
import { HttpError } from '../errors/http-error.ts';
import { toHttpResponse } from '../http/http-response.ts';
import { argumentsOf } from '../http/platform.ts';
import type { ServerRequest } from '../http/server-request.ts';
import { WebSource } from '../http/web-source.ts';
import { defineMiddleware, type SharedMiddleware } from './define-middleware.ts';

/**
 * A function that handles a Web `Request`. The other arguments are the runtime's, such as `env` and `ctx` on Workers.
 */
export type WebHandler = (request: Request, ...platform: never[]) => Response | Promise<Response>;

/** A Web handler as an object: a Hono or h3 application, or the default export of a Worker. */
export interface WebApplication {
  /** Handles a Web `Request`. It is called as a method of the object. */
  readonly fetch: WebHandler;
}

/** Options of `fromWeb()`. */
export interface FromWebOptions {
  /** Whether the handler gets the original path instead of the path after the prefix; false when absent. */
  readonly originalPath?: boolean;
}

/**
 * Creates middleware from a Web handler, which responds to every request: the next middleware is never called. The path
 * of its request follows the prefix that the middleware is registered under (rule P3). The body is passed unread, with
 * the limit of the application.
 *
 * @param handler a function of a Web `Request`, or an object with `fetch`, such as a Hono application
 * @param options `originalPath`: whether the handler gets the whole path; false when absent
 * @returns middleware for both variants
 * @throws {@link InvalidArgumentError} when the handler is neither a function nor an object with a method `fetch`
 * @example app.pipe('/hono', fromWeb(new Hono().get('/ping', (context) => context.text('pong'))));
 */
export function fromWeb(
  handler: WebHandler | WebApplication,
  { originalPath = false }: FromWebOptions = {},
): SharedMiddleware {
  const call = callable(handler);
  return defineMiddleware(async function fromWeb(request) {
    const path = originalPath ? request.originalPath : request.path;
    const result: unknown = await call(webRequest(request, path), ...argumentsOf(request.platform));
    const response = toHttpResponse(result);
    if (response !== undefined) return response;
    const advice = 'a Web handler must return a Response.';
    throw new MissingResponseError('fromWeb', request.method, request.originalPath, result, advice);
  }, EXACT);
}

const EXACT = { exact: true };

function callable(handler: WebHandler | WebApplication): (...given: unknown[]) => unknown {
  if (typeof handler === 'function') return handler as (...given: unknown[]) => unknown;
  const application = handler as { fetch?: unknown } | undefined | null;
  if (typeof application?.fetch !== 'function') {
    throw new InvalidArgumentError('handler', 'a function or an object with a method "fetch"', handler);
  }
  // `fetch` is looked up at each call, because an application may replace it, and called as a method, because it may use `this`.
  return (...given) => (application as { fetch(...given: unknown[]): unknown }).fetch(...given);
}

function webRequest(request: ServerRequest, path: string): Request {
  const { method, headers, signal, source } = request;
  if (method === 'TRACE' || method === 'TRACK' || method === 'CONNECT') {
    throw new HttpError(501, `A Web Request cannot have the method ${method}.`);
  }
  const url = new URL(request.url);
  // The path is assigned and not parsed, because the parser would read a path such as "//host" as a host.
  url.pathname = asReceived(request, path);
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request);
  return new Request(url, {
    method,
    headers,
    signal,
    ...(body !== null && { body, duplex: 'half' }),
    ...(source instanceof WebSource && cloudflareOf(source.toWeb())),
  });
}

/** The body, or a stream that fails with an explanation if the body was already read. */
function bodyOf(request: ServerRequest): ReadableStream<Uint8Array> | null {
  if (!request.bodyUsed) return request.body;
  return new ReadableStream({
    async pull() {
      await request.bytes();
    },
  });
}

// Workers' data about the connection, which a new request lacks.
function cloudflareOf(received: Request & { readonly cf?: unknown }): object {
  return received.cf === undefined ? {} : { cf: received.cf };
}
