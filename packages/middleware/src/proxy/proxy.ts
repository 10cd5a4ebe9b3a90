import {
  defineMiddleware,
  HttpError,
  HttpResponse,
  rejectionOf,
  type ServerRequest,
  type SharedMiddleware,
} from 'fw-runtime';
import { boolean, check, optional, pipe, record, strictObject, string } from 'valibot';
import { opensWebSocket } from '../headers/opens-web-socket.ts';
import { readOptions } from '../provider/read-options.ts';
import { milliseconds, text, token } from '../provider/schemas.ts';
import { withoutAddedHeaders } from './added-headers.ts';
import { endToEnd } from './hop-by-hop.ts';
import { isSettable, outgoingHeaders } from './outgoing-headers.ts';
import { isUpstream, Upstream } from './upstream.ts';

/** Options of `proxy()`. */
export interface ProxyOptions {
  /** The URL of the upstream; the path below the prefix is appended to its path. */
  readonly upstream: string;
  /** The time limit for the start of the response, in milliseconds; 30 000 when absent. */
  readonly timeout?: number;
  /** Whether the client's address, host and protocol are sent in Forwarded and X-Forwarded-*; true when absent. */
  readonly forwarded?: boolean;
  /**
   * Whether paths with `%2F`, `%5C`, `//` or `;` are forwarded; false when absent, which responds with 400, because
   * the upstream may read them as paths that middleware protects here.
   */
  readonly ambiguous_paths?: boolean;
  /** Headers to set on every request to the upstream, replacing the client's; none when absent. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NOT_OURS = 'expected a header that describes neither the connection nor the body length';
const OPTIONS = strictObject({
  upstream: text(isUpstream, 'a URL such as "http://127.0.0.1:3000", without user, query and fragment'),
  timeout: optional(milliseconds(), 30_000),
  forwarded: optional(boolean(), true),
  ambiguous_paths: optional(boolean(), false),
  headers: optional(record(pipe(token('the name of a header'), check(isSettable, NOT_OURS)), string()), {}),
});

const EXACT = { exact: true };

// Encodings that `fetch` has already decoded.
const DECODED = /^(?:(?:x-)?gzip|deflate|br)$/i;
// `fetch` can't send a body with these methods.
const REFUSES_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const REFUSED_BY_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Forwards requests to another server, and returns its responses, without buffering or retries. The response is 502
 * when the upstream can't be reached, 504 when it times out, and 501 for WebSockets.
 *
 * @param options the URL of the upstream, a time limit and headers
 * @throws {@link ConfigError} when an option is malformed; the message names the option
 * @example app.pipe('/api', proxy({ upstream: 'http://127.0.0.1:3000/v1' }));
 * @source RFC 9110 7.6, RFC 7239
 */
export function proxy(options: ProxyOptions | undefined): SharedMiddleware {
  const given = readOptions('proxy', OPTIONS, options);
  const upstream = new Upstream(given.upstream, given.ambiguous_paths);
  const rules = { describesClient: given.forwarded, set: given.headers };

  return defineMiddleware(async function proxy(request) {
    const rejection = rejectionOf(request);
    if (rejection !== undefined) throw rejection;
    const isSocket = opensWebSocket(request);
    if (isSocket || REFUSED_BY_FETCH.has(request.method)) {
      throw new HttpError(501, `${isSocket ? 'WebSockets are' : `${request.method} is`} not forwarded.`);
    }
    // A GET without its body would be another request, with another response.
    if (REFUSES_BODY.has(request.method) && (await hasBody(request))) {
      throw new HttpError(501, `A ${request.method} with a body is not forwarded.`);
    }
    const target = upstream.target(request);
    const received = await forward(request, target);
    try {
      return toResponse(received, request, target);
    } catch (cause) {
      received.body?.cancel().catch(() => {});
      throw new HttpError(502, `${upstream.origin} sent a malformed response.`, { cause });
    }
  }, EXACT);

  async function forward(request: ServerRequest, target: string): Promise<Response> {
    const { method } = request;
    const body = request.body && new WatchedBody(request.body);
    const headers = outgoingHeaders(request, rules);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), given.timeout);
    try {
      return await fetch(target, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, late.signal]),
        // The DOM types lack `duplex`, which `fetch` requires for streams.
        ...(body && ({ body: body.stream, duplex: 'half' } as RequestInit)),
        ...withoutAddedHeaders(headers),
      });
    } catch (cause) {
      if (body?.error instanceof HttpError) throw body.error;
      if (request.signal.aborted) {
        throw new HttpError(499, 'The client disconnected.', { cause: request.signal.reason });
      }
      if (late.signal.aborted) {
        throw new HttpError(504, `${upstream.origin} sent no response within ${given.timeout} ms.`, {
          cause,
        });
      }
      throw new HttpError(502, `${upstream.origin} cannot be reached.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  function toResponse(received: Response, request: ServerRequest, target: string): HttpResponse {
    const encodings = received.headers.get('content-encoding')?.split(/[\t ,]+/) ?? [];
    // Some runtimes decode zstd and some don't, without saying so.
    if (encodings.includes('zstd'))
      throw new TypeError('The response is encoded with zstd, which the request did not accept.');
    const isDecoded = encodings.length > 0 && encodings.every((encoding) => DECODED.test(encoding));
    const headers = endToEnd(received.headers)
      .filter(([name]) => !isDecoded || (name !== 'content-encoding' && name !== 'content-length'))
      .map(([name, value]): [string, string] =>
        name === 'location' ? [name, upstream.locationFor(value, target, request)] : [name, value],
      );
    return new HttpResponse(received.body, received.status, headers);
  }
}

async function hasBody(request: ServerRequest): Promise<boolean> {
  const length = request.header('content-length') ?? '0';
  if (!/^0+$/.test(length) || request.header('transfer-encoding') !== undefined) return true;
  // HTTP/2 announces no body.
  return !request.bodyUsed && (await request.peek()).length > 0;
}

/** A request body that records why it failed, which `fetch` doesn't report. */
class WatchedBody {
  readonly stream: ReadableStream<Uint8Array>;
  error: unknown;

  constructor(body: ReadableStream<Uint8Array>) {
    const reader = body.getReader();
    this.stream = new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            this.error = error;
            throw error;
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
