import { HttpError } from '../error/http-error.ts';
import { HttpResponse } from '../message/http-response.ts';
import { ResponseBody } from '../message/response-body.ts';
import type { ServerRequest } from '../message/server-request.ts';
import type { WebSocketHooks, WebSocketUpgrade } from '../message/web-socket-hooks.ts';

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
