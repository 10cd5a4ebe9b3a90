import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../error/http-error.ts';
import type { HttpResponse } from '../message/http-response.ts';
import type { StartWebSocket } from '../message/upgrade-web-socket.ts';
import { startWebSocket } from './handshake.ts';
import { NodeSource, type ServerShared } from './node-source.ts';

/** A request that asks for a WebSocket, read from what Node hands to listeners of "upgrade". */
export class HandshakeSource extends NodeSource {
  readonly #outgoing: ServerResponse;
  readonly #shared: ServerShared;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, shared: ServerShared) {
    super(incoming, outgoing, shared);
    this.#outgoing = outgoing;
    this.#shared = shared;
    this.refusal ??= faultOf(incoming);
  }

  override get startWebSocket(): StartWebSocket {
    return startWebSocket;
  }

  override openWebSocket(response: HttpResponse): void {
    this.#shared.openWebSocket?.(response, this, this.#outgoing);
  }
}

/** Whether a request asks for a WebSocket, in a method and a version that can (RFC 6455 4.1). */
export function asksForWebSocket({ method, headers, httpVersion }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** What is wrong with the handshake of a WebSocket (RFC 6455 4.2.1, 4.4). */
function faultOf({ headers }: IncomingMessage): HttpError | undefined {
  // What comes after the headers would be taken for frames.
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0) {
    return new HttpError(400, 'A request for a WebSocket has no body.');
  }
  if (headers['sec-websocket-version'] !== '13') {
    const expected = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    return new HttpError(426, 'A WebSocket is asked for with "Sec-WebSocket-Version: 13".', {
      headers: expected,
    });
  }
  if (/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) return undefined;
  return new HttpError(400, 'The Sec-WebSocket-Key of the request is not 16 bytes in base64.');
}
