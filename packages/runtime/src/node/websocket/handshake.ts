import { FwError } from '../../errors/fw-error.ts';
import { HttpError } from '../../errors/http-error.ts';
import { HttpResponse } from '../../http/http-response.ts';
import type { RequestSource } from '../../http/request-source.ts';
import { ResponseBody } from '../../http/response-body.ts';
import type { ServerRequest } from '../../http/server-request.ts';
import type { WebSocketHooks, WebSocketUpgrade } from '../../http/web-socket-hooks.ts';

/** The body of a response with the status 101: the WebSocket to open. Copies of the response share it. */
export class Handshake extends ResponseBody {
  readonly request: ServerRequest<object>;
  readonly hooks: WebSocketHooks<never>;
  readonly upgrade: WebSocketUpgrade;

  constructor(request: ServerRequest<object>, hooks: WebSocketHooks<never>, upgrade: WebSocketUpgrade) {
    super(null);
    this.request = request;
    this.hooks = hooks;
    this.upgrade = upgrade;
  }

  override get isHandshake(): boolean {
    return true;
  }
}

/** What `upgradeWebSocket` does where the server can open the socket. */
export async function startWebSocket(
  request: ServerRequest<object>,
  hooks: WebSocketHooks<never>,
): Promise<HttpResponse> {
  if (!isAllowed(request, hooks.origins)) {
    throw new HttpError(403, 'Pages of this origin may not open this WebSocket.');
  }
  const upgrade = (await hooks.upgrade?.(request as ServerRequest<never>)) ?? {};
  return new HttpResponse(new Handshake(request, hooks, upgrade), 101);
}

/** Browsers send the cookies of a user along, whichever page asks, and always say which one does (RFC 6455 10.2). */
function isAllowed(request: ServerRequest<object>, origins: WebSocketHooks['origins']): boolean {
  const origin = request.header('origin');
  if (origin === undefined || origins === '*') return true;
  if (origins !== undefined) return origins.includes(origin);
  return URL.canParse(origin) && new URL(origin).host === request.url.host;
}

/** Tells that a response leads to a WebSocket that another request has asked for. */
export function wrongWebSocket({ method, path }: RequestSource): FwError {
  return new FwError(
    'FW_WRONG_WEBSOCKET',
    `${method} ${path} was answered with the WebSocket that another request has asked for; make one for each.`,
  );
}

/** What is wrong with the handshake of a WebSocket (RFC 6455 4.2.1, 4.4). */
export function handshakeFault(source: RequestSource): HttpError | undefined {
  // What comes after the headers would be taken for frames.
  if (
    source.header('transfer-encoding') !== undefined ||
    Number(source.header('content-length') ?? 0) !== 0
  ) {
    return new HttpError(400, 'A request for a WebSocket has no body.');
  }
  if (source.header('sec-websocket-version') !== '13') {
    const expected = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    return new HttpError(426, 'A WebSocket is asked for with "Sec-WebSocket-Version: 13".', {
      headers: expected,
    });
  }
  if (/^[+/0-9A-Za-z]{22}==$/.test(source.header('sec-websocket-key') ?? '')) return undefined;
  return new HttpError(400, 'The Sec-WebSocket-Key of the request is not 16 bytes in base64.');
}
