import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { RequestSource } from '../../http/request-source.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import { withExpressNames } from './express-names.ts';
import { NodeSource } from '../reading/node-source.ts';

// One for all copies of a request, because one middleware finds there what another has left.
const requests = new WeakMap<RequestSource, IncomingMessage>();

/**
 * The request of Node as Connect middleware sees it, with what it has put there: `session`, `file`, `user`. Over HTTP/1 it is that
 * of the server; over HTTP/2 and with `fetch` one that is made of the request.
 *
 * @example nodeRequestOf<{ file: Express.Multer.File }>(request).file
 * @typeParam Added what middleware may have put there
 */
export function nodeRequestOf<Added extends object = object>(
  request: ServerRequest<object>,
): IncomingMessage & Partial<Added> {
  return requestBehind(request) as IncomingMessage & Partial<Added>;
}

function requestBehind(request: ServerRequest<object>): IncomingMessage {
  const { source } = request;
  const own = source instanceof NodeSource ? source.node.incoming : undefined;
  // Express gives a request another prototype, which one of HTTP/2 does not survive.
  if (own !== undefined && own.httpVersionMajor < 2) return own;
  let made = requests.get(source);
  if (made === undefined) requests.set(source, (made = requestOf(request, own)));
  return made;
}

/** Makes a request of Node that reads its body from ours. */
function requestOf(request: ServerRequest<object>, received: IncomingMessage | undefined): IncomingMessage {
  const incoming = new IncomingMessage(received?.socket ?? socketOf(request));
  const { method } = request;
  const headers = [...request.headers];
  // By one of the two headers, middleware knows that there is a body.
  if (method !== 'GET' && method !== 'HEAD' && request.header('content-length') === undefined) {
    headers.push(['transfer-encoding', 'chunked']);
  }
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const read = async (): Promise<void> => {
    // Fails, and says that the body was read before.
    if (reader === undefined && request.bodyUsed) await request.bytes();
    reader ??= request.body?.getReader();
    const chunk = await reader?.read();
    if (chunk?.done === false) {
      // Node's own requests do not ask for more by themselves.
      if (incoming.push(chunk.value)) incoming.read(0);
    } else {
      incoming.complete = true;
      incoming.push(null);
    }
  };
  // Whoever waits for the body hears of it; without a listener it would end the process.
  incoming.on('error', () => {});
  // Properties of the object itself, because Express gives it another prototype.
  return Object.assign(incoming, {
    method,
    url: targetOf(request.originalPath, request),
    headers: Object.fromEntries(headers),
    rawHeaders: headers.flat(),
    httpVersion: received?.httpVersion ?? '1.1',
    httpVersionMajor: received?.httpVersionMajor ?? 1,
    httpVersionMinor: received?.httpVersionMinor ?? 1,
    _read: () => void read().catch((error: unknown) => incoming.destroy(error as Error)),
    _destroy(error: Error | null, callback: (error?: Error | null) => void) {
      reader?.cancel(error).catch(() => {});
      callback(error);
    },
  });
}

/** What middleware asks of a socket. */
function socketOf(request: ServerRequest<object>): Socket {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() });
  const encrypted = request.url.protocol === 'https:';
  return Object.assign(socket, { remoteAddress: request.ip, encrypted }) as unknown as Socket;
}

function targetOf(path: string, { queryString }: ServerRequest<object>): string {
  return queryString === '' ? path : `${path}?${queryString}`;
}

/** What Express adds to a request. */
interface Mounted {
  originalUrl?: string | undefined;
  baseUrl?: string | undefined;
}

/**
 * Shows a middleware the request as its place in the pipeline does: `url` is what follows the prefix, `baseUrl` the prefix, and
 * `originalUrl` the whole.
 *
 * @returns takes that back, and gives the request with the path and the method that the middleware has set
 */
export function enterConnect(
  incoming: IncomingMessage & Mounted,
  request: ServerRequest,
): () => ServerRequest {
  const { url, method, baseUrl, originalUrl } = incoming;
  const { path, originalPath } = request;
  const given = targetOf(path, request);
  const prototype = Object.getPrototypeOf(incoming) as object;
  const prefix = originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : originalPath;
  Object.assign(incoming, {
    url: given,
    method: request.method,
    baseUrl: (baseUrl ?? '') + prefix,
    originalUrl: originalUrl ?? url,
  });
  Object.setPrototypeOf(incoming, withExpressNames(prototype, request));
  let left: ServerRequest | undefined;
  return () => {
    if (left !== undefined) return left;
    const { url: newUrl = given, method: newMethod = request.method } = incoming;
    Object.assign(incoming, { url, method, baseUrl });
    Object.setPrototypeOf(incoming, prototype);
    left = newUrl === given ? request : request.withPath(newUrl.replace(/[?#].*/s, ''));
    if (newMethod !== request.method) left = left.withMethod(newMethod);
    return left;
  };
}
