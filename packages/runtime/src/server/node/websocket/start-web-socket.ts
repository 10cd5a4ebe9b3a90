import type { RequestHandler } from '../../../kernel/application/request-handler.ts';
import { HttpError } from '../../../kernel/errors/http-error.ts';
import type { RequestSource } from '../../../kernel/http/request-source.ts';
import { isSameOrigin } from '../../../kernel/http/same-origin.ts';
import type { ServerRequest } from '../../../kernel/http/server-request.ts';
import { UpgradeResponse, type UpgradeSource } from '../../../kernel/http/upgrade-web-socket.ts';
import type { WebSocketHooks } from '../../../kernel/http/web-socket-hooks.ts';

/** Handles handshakes as an application handles other requests. A malformed handshake is rejected. */
export function forHandshakes(application: RequestHandler): RequestHandler {
  return {
    ...application,
    respond(request) {
      const { source } = request;
      source.rejection ??= handshakeError(source);
      Object.assign(source, { startWebSocket } satisfies UpgradeSource);
      return application.respond(request);
    },
    passingOn: () => forHandshakes(application.passingOn()),
  };
}

/**
 * Implements `upgradeWebSocket` for servers that open WebSockets.
 *
 * @throws {@link HttpError} 403 when `hooks.origins` doesn't contain the origin of the request
 */
export async function startWebSocket(
  request: ServerRequest<object>,
  hooks: WebSocketHooks<never>,
): Promise<UpgradeResponse> {
  if (!isAllowed(request, hooks.origins)) {
    throw new HttpError(403, 'Pages of this origin may not open this WebSocket.');
  }
  const upgrade = (await hooks.upgrade?.(request as ServerRequest<never>)) ?? {};
  return new UpgradeResponse({ request, hooks, upgrade });
}

/** Browsers send a user's cookies with the handshake, whichever page opens the socket, and name its origin (RFC 6455 10.2). */
function isAllowed(request: ServerRequest<object>, origins: WebSocketHooks['origins']): boolean {
  const origin = request.header('origin');
  if (origin === undefined || origins === '*') return true;
  if (origins !== undefined) return origins.includes(origin);
  return isSameOrigin(request, origin);
}

/** The rejection of a malformed handshake (RFC 6455 4.2.1, 4.4). */
export function handshakeError(source: RequestSource): HttpError | undefined {
  // Bytes after the headers would be read as frames.
  if (
    source.header('transfer-encoding') !== undefined ||
    Number(source.header('content-length') ?? 0) !== 0
  ) {
    return new HttpError(400, 'A request for a WebSocket has no body.');
  }
  if (source.header('sec-websocket-version') !== '13') {
    const headers = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    return new HttpError(426, 'A WebSocket requires "Sec-WebSocket-Version: 13".', { headers });
  }
  if (/^[+/0-9A-Za-z]{22}==$/.test(source.header('sec-websocket-key') ?? '')) return undefined;
  return new HttpError(400, 'The Sec-WebSocket-Key of the request is not 16 bytes in base64.');
}
