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
import { endToEnd } from './hop-by-hop.ts';
import { isSettable, outgoingHeaders } from './outgoing-headers.ts';
import { isUpstream, Upstream } from './upstream.ts';

/** Where requests go, and what is said there. */
export interface ProxyOptions {
  /** The URL of the other server; the path below the prefix is appended to its own. */
  readonly upstream: string;
  /** How long it may take until its answer begins, in milliseconds; 30 000 when absent. */
  readonly timeout?: number;
  /** Whether it is told the client's address, host and protocol by Forwarded and X-Forwarded-*; true when absent. */
  readonly forwarded?: boolean;
  /**
   * Whether paths with `%2F`, `%5C`, `//` or `;` are passed on; false when absent, which responds with 400, because the other server
   * may read them as paths that a guard protects here.
   */
  readonly ambiguous_paths?: boolean;
  /** Headers that every request to it gets, in place of the client's; none when absent. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NOT_OURS = 'expected a header that is not about the connection or the length of the body';
const OPTIONS = strictObject({
  upstream: text(isUpstream, 'a URL such as "http://127.0.0.1:3000", without user, query and fragment'),
  timeout: optional(milliseconds(), 30_000),
  forwarded: optional(boolean(), true),
  ambiguous_paths: optional(boolean(), false),
  headers: optional(record(pipe(token('the name of a header'), check(isSettable, NOT_OURS)), string()), {}),
});

// What `fetch` has decoded.
const DECODED = /^(?:(?:x-)?gzip|deflate|br)$/i;
const REFUSED_BY_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Passes requests on to another server, and its answers back; both as they come, and neither twice. An upstream that cannot be
 * reached is answered with 502, one that takes too long with 504, a WebSocket with 501.
 *
 * @throws ConfigError naming the option that is malformed
 * @source RFC 9110 7.6, RFC 7239
 */
export function proxy(options: ProxyOptions | undefined): SharedMiddleware {
  const given = readOptions('proxy', OPTIONS, options);
  const upstream = new Upstream(given.upstream, given.ambiguous_paths);
  const rules = { tellsClient: given.forwarded, set: given.headers };

  return defineMiddleware(async function proxy(request) {
    const rejection = rejectionOf(request);
    if (rejection !== undefined) throw rejection;
    const isSocket = opensWebSocket(request);
    if (isSocket || REFUSED_BY_FETCH.has(request.method)) {
      throw new HttpError(501, `${isSocket ? 'WebSockets are' : `${request.method} is`} not passed on.`);
    }
    const target = upstream.target(request);
    const answer = await ask(request, target);
    try {
      return toResponse(answer, request, target);
    } catch (cause) {
      answer.body?.cancel().catch(() => {});
      throw new HttpError(502, `${upstream.origin} gave a malformed answer.`, { cause });
    }
  });

  async function ask(request: ServerRequest, target: string): Promise<Response> {
    const { method } = request;
    const body = request.body && new WatchedBody(request.body);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), given.timeout);
    try {
      return await fetch(target, {
        method,
        headers: outgoingHeaders(request, rules),
        redirect: 'manual',
        signal: AbortSignal.any([request.signal, late.signal]),
        // The types of the DOM do not know `duplex`, without which a stream is refused.
        ...(body && ({ body: body.stream, duplex: 'half' } as RequestInit)),
      });
    } catch (cause) {
      if (body?.error instanceof HttpError) throw body.error;
      if (request.signal.aborted) {
        throw new HttpError(499, 'The client has gone.', { cause: request.signal.reason });
      }
      if (late.signal.aborted) {
        throw new HttpError(504, `${upstream.origin} gave no answer within ${given.timeout} ms.`, { cause });
      }
      throw new HttpError(502, `${upstream.origin} cannot be reached.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  function toResponse(answer: Response, request: ServerRequest, target: string): HttpResponse {
    const encodings = answer.headers.get('content-encoding')?.split(/[\t ,]+/) ?? [];
    // Some runtimes decode it and some do not, and none says so.
    if (encodings.includes('zstd'))
      throw new TypeError('The answer is encoded by zstd, though nobody asked for it.');
    const isDecoded = encodings.length > 0 && encodings.every((encoding) => DECODED.test(encoding));
    const headers = endToEnd(answer.headers)
      .filter(([name]) => !isDecoded || (name !== 'content-encoding' && name !== 'content-length'))
      .map(([name, value]): [string, string] =>
        name === 'location' ? [name, upstream.locationFor(value, target, request)] : [name, value],
      );
    return new HttpResponse(answer.body, answer.status, headers);
  }
}

/** The body of a request, and why it failed, which `fetch` does not tell. */
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
