import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { PayloadTooLargeError } from '../../../kernel/errors/http-error.ts';
import type { RequestSource } from '../../../kernel/http/request-source.ts';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';
import { asReceived } from '../../../kernel/http/received-path.ts';
import { NodeSource } from '../node-source.ts';

// One for all copies of a request, because middleware reads properties that earlier middleware has set.
const requests = new WeakMap<RequestSource, IncomingMessage>();

/**
 * Returns Node's request as Connect middleware sees it, with the properties that middleware has set: `session`, `file`,
 * `user`. Over HTTP/1 it is the server's own object; over HTTP/2 and with `fetch` it is created from the request.
 *
 * @typeParam Added the properties that middleware may have set
 * @returns the same object for all copies of a request
 * @example nodeRequestOf<{ file: Express.Multer.File }>(request).file
 */
export function nodeRequestOf<Added extends object = object>(
  request: ServerRequest<object>,
): IncomingMessage & Partial<Added> {
  return requestBehind(request) as IncomingMessage & Partial<Added>;
}

function requestBehind(request: ServerRequest<object>): IncomingMessage {
  const { source } = request;
  const own = source instanceof NodeSource ? source.node.incoming : undefined;
  // Express replaces the prototype of a request, which breaks requests of HTTP/2.
  if (own !== undefined && own.httpVersionMajor < 2) return own;
  let created = requests.get(source);
  if (created === undefined) requests.set(source, (created = requestOf(request, own)));
  return created;
}

/** Creates a request of Node that reads its body from ours. */
function requestOf(request: ServerRequest<object>, received: IncomingMessage | undefined): IncomingMessage {
  const incoming = new IncomingMessage(received?.socket ?? socketOf(request));
  const { method } = request;
  const headers = [...request.headers];
  // Middleware detects a body by one of these two headers.
  if (method !== 'GET' && method !== 'HEAD' && request.header('content-length') === undefined) {
    headers.push(['transfer-encoding', 'chunked']);
  }
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const read = async (): Promise<void> => {
    // Throws FW_BODY_USED.
    if (reader === undefined && request.bodyUsed) await request.bytes();
    reader ??= request.body?.getReader();
    const chunk = await reader?.read();
    if (chunk?.done === false) {
      // Node's own requests don't read on by themselves.
      if (incoming.push(chunk.value)) incoming.read(0);
    } else {
      incoming.complete = true;
      incoming.push(null);
    }
  };
  // Readers of the body have listeners of their own; an error without any listener would end the process.
  incoming.on('error', () => {});
  // Properties of the object itself, because Express replaces its prototype.
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

/** A socket with the properties that middleware reads. */
function socketOf(request: ServerRequest<object>): Socket {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() });
  const encrypted = request.url.protocol === 'https:';
  return Object.assign(socket, { remoteAddress: request.ip, encrypted }) as unknown as Socket;
}

function targetOf(path: string, request: ServerRequest<object>): string {
  const { queryString } = request;
  const text = asReceived(request, path);
  return queryString === '' ? text : `${text}?${queryString}`;
}

/** The properties that Express adds to a request. */
interface Mounted {
  originalUrl?: string | undefined;
  baseUrl?: string | undefined;
}

// Express's settings, such as "trust proxy". Fw has none, because `request.ip` already trusts the configured proxies.
const app = { get: () => undefined };

/** The prototype of a request with the properties of Express that middleware reads; unchanged inside an Express app. */
function withExpressNames(prototype: object, request: ServerRequest): object {
  if ('app' in prototype) return prototype;
  return Object.assign(Object.create(prototype) as object, {
    app,
    ip: request.ip,
    get: (name: string) => request.header(name),
  });
}

/**
 * Shows middleware the request as at its place in the pipeline: `url` is the rest after the prefix, `baseUrl` the prefix, and
 * `originalUrl` the whole.
 *
 * @returns a function that restores the request, and returns ours with the path and the method that the middleware has set
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
    originalUrl: originalUrl ?? targetOf(originalPath, request),
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

/**
 * Watches for middleware that reads the body of Node's request by itself. The limit of the body applies to it (rule S3), and it
 * doesn't wait for a body that was read before.
 *
 * @param fail called with the error
 * @returns a function to call when the middleware has called `next`
 */
export function watchBody(
  incoming: IncomingMessage,
  request: ServerRequest,
  fail: (error: unknown) => void,
): () => void {
  const { source } = request;
  const stop = (): void => void incoming.off('newListener', onListener);
  const stopReading = (): void => {
    incoming.unpipe();
    incoming.removeAllListeners('data').removeAllListeners('readable').pause();
  };
  const onListener = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    stop();
    if (source.method === 'GET' || source.method === 'HEAD') return;
    const tooLarge = source.bodyTooLarge();
    if (tooLarge !== undefined) {
      // "newListener" is emitted before the listener is added.
      queueMicrotask(stopReading);
      fail(tooLarge);
    }
    // Rejects with FW_BODY_USED.
    else if (request.bodyUsed) request.bytes().catch(fail);
    else limit();
  };
  const limit = (): void => {
    let size = 0;
    const onData = (chunk: Buffer | string): void => {
      size += Buffer.byteLength(chunk);
      if (size <= source.bodyLimit) return;
      stopReading();
      fail(new PayloadTooLargeError(source.bodyLimit));
    };
    incoming.on('data', onData);
  };
  incoming.on('newListener', onListener);
  return stop;
}
