import { FwError, InvalidArgumentError } from '../errors/coded-errors.ts';
import { HttpError } from '../errors/http-error.ts';
import type { BodyInput } from './bodies/body-input.ts';
import type { HeaderList, HeadersInput } from './header-list.ts';
import { HttpResponse } from './http-response.ts';
import type { RequestSource } from './request-source.ts';
import type { ResponseBody } from './response-body.ts';
import type { ServerRequest } from './server-request.ts';
import type { WebSocketHooks, WebSocketUpgrade } from './web-socket-hooks.ts';

/** A request source whose server can open the WebSocket that the request is for. */
export interface UpgradeSource {
  startWebSocket(request: ServerRequest<object>, hooks: WebSocketHooks<never>): Promise<UpgradeResponse>;
}

/** The socket that a server opens for an `UpgradeResponse`. */
export interface SocketToOpen {
  readonly request: ServerRequest<object>;
  readonly hooks: WebSocketHooks<never>;
  readonly upgrade: WebSocketUpgrade;
}

/** A response with the status 101: the server that gets it opens a WebSocket, and sends the headers with the handshake. */
export class UpgradeResponse extends HttpResponse {
  override readonly status: number = 101;
  /** @internal */
  readonly socket: SocketToOpen;

  constructor(socket: SocketToOpen, headers?: HeadersInput | HeaderList) {
    super(null, 200, headers);
    this.socket = socket;
  }

  /** A copy with another status or body opens no WebSocket. */
  protected override createCopy(
    body: BodyInput | ResponseBody,
    status: number,
    headers: HeaderList,
  ): HttpResponse {
    if (status !== this.status || body !== this.body) return super.createCopy(body, status, headers);
    return new UpgradeResponse(this.socket, headers);
  }
}

/** The error for a response that opens the WebSocket of another request. */
export function wrongWebSocket({ method, path }: RequestSource): FwError {
  return new FwError(
    'FW_WRONG_WEBSOCKET',
    `The response to ${method} ${path} opens the WebSocket of another request; create one response for each request.`,
  );
}

/**
 * Upgrades a request to a WebSocket. The response has the status 101. The server opens the socket when it gets the
 * response, and sends the headers that the response has by then.
 *
 * @param request the request of the WebSocket handshake
 * @param hooks the functions that the socket calls, and the origins that may open it
 * @returns the response to return from the handler
 * @throws {@link HttpError} 426 when the request is not a WebSocket upgrade, 403 when `hooks.origins` doesn't contain
 *   the request's origin, 501 when the server can't open WebSockets
 * @throws {@link MissingDependencyError} when crossws is not installed
 * @example app.get('/echo', (request) => upgradeWebSocket(request, { message: (peer, it) => peer.send(it.text()) }))
 */
export async function upgradeWebSocket<Params extends object>(
  request: ServerRequest<Params>,
  hooks: WebSocketHooks<Params>,
): Promise<HttpResponse> {
  const { source } = request as { readonly source: Partial<UpgradeSource> };
  if (source.startWebSocket !== undefined) return source.startWebSocket(request, hooks);
  const [upgrade, connection] = [request.header('upgrade'), request.header('connection')];
  if (/^websocket$/i.test(upgrade ?? '') && /\bupgrade\b/i.test(connection ?? '')) {
    throw new HttpError(
      501,
      'This server does not support WebSockets: use run(), or attachWebSockets() for your own server.',
    );
  }
  throw new HttpError(426, 'This URL is a WebSocket endpoint.', { headers: { Upgrade: 'websocket' } });
}

/** The middleware of a route made by `upgrade`, in both variants. A server that finds one makes ready to open WebSockets. */
export class WebSocketRoute {
  static get name(): string {
    return 'WebSocket';
  }

  readonly #hooks: WebSocketHooks<never>;

  /** @throws {@link InvalidArgumentError} when the hooks are no map */
  constructor(path: string, hooks: WebSocketHooks<never>) {
    if (typeof hooks !== 'object' || hooks === null) {
      throw new InvalidArgumentError(
        `hooks of ${path}`,
        'an object such as { message(peer, message) {} }',
        hooks,
      );
    }
    this.#hooks = hooks;
  }

  process(request: ServerRequest<never>): Promise<HttpResponse> {
    return upgradeWebSocket(request, this.#hooks);
  }
}
