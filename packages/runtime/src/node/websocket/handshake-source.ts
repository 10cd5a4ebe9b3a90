import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../errors/http-error.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import type { StartWebSocket } from '../../http/upgrade-web-socket.ts';
import { handshakeFault, startWebSocket } from './handshake.ts';
import { NodeSource, type ServerShared } from '../reading/node-source.ts';

/** A request that asks for a WebSocket, read from what Node hands to listeners of "upgrade". */
export class HandshakeSource extends NodeSource {
  readonly #outgoing: ServerResponse;
  readonly #shared: ServerShared;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, shared: ServerShared) {
    super(incoming, outgoing, shared);
    this.#outgoing = outgoing;
    this.#shared = shared;
    const isOld = incoming.httpVersion !== '1.1';
    this.rejection ??= isOld
      ? new HttpError(400, 'A WebSocket is asked for in HTTP/1.1.')
      : handshakeFault(this);
  }

  override get startWebSocket(): StartWebSocket {
    return startWebSocket;
  }

  override openWebSocket(response: HttpResponse): void {
    this.#shared.openWebSocket?.(response, this, this.#outgoing);
  }
}

/** Whether a request asks for a WebSocket, in a method that can (RFC 6455 4.1). */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}
