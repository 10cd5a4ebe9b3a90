import { HttpError } from '../errors/http-error.ts';
import type { HttpResponse } from './http-response.ts';
import type { ServerRequest } from './server-request.ts';
import type { WebSocketHooks } from './web-socket-hooks.ts';

/** Gives the response that leads to a WebSocket. */
export type StartWebSocket = (
  request: ServerRequest<object>,
  hooks: WebSocketHooks<never>,
) => Promise<HttpResponse>;

/**
 * Answers a request that asks for a WebSocket. The response has the status 101; the server that gets it opens the socket, and
 * sends the headers that it has by then.
 *
 * @throws HttpError 426 when the request asks for no WebSocket, 403 when a page of an origin asks that `hooks.origins` does not
 *   name, 501 when the server cannot open one
 * @example app.get('/echo', (request) => upgradeWebSocket(request, { message: (peer, it) => peer.send(it.text()) }))
 */
export async function upgradeWebSocket<Params extends object>(
  request: ServerRequest<Params>,
  hooks: WebSocketHooks<Params>,
): Promise<HttpResponse> {
  const start = request.source.startWebSocket as StartWebSocket | undefined;
  if (start !== undefined) return start(request, hooks);
  const [upgrade, connection] = [request.header('upgrade'), request.header('connection')];
  if (/^websocket$/i.test(upgrade ?? '') && /\bupgrade\b/i.test(connection ?? '')) {
    throw new HttpError(501, 'This server opens no WebSockets; docs/websockets.md says which do.');
  }
  throw new HttpError(426, 'This is a WebSocket.', { headers: { Upgrade: 'websocket' } });
}
