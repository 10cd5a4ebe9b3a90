import type { ServerRequest } from './server-request.ts';

/**
 * The hooks of a WebSocket, as in crossws. The return value of a hook is awaited and ignored. Errors and rejections of a hook
 * are logged; an error in `open` or `message` also closes the socket with 1011.
 *
 * @typeParam Params the parameters of the matched route
 */
export interface WebSocketHooks<Params extends object = Record<string, string>> {
  /**
   * From which pages it may be opened, such as `['https://example.org']`, or `'*'` from all; from those of the same host when
   * absent. Clients other than browsers name no origin and are let in.
   */
  readonly origins?: readonly string[] | '*';
  /** Called before the socket opens. What it throws is answered in place of the socket, an HttpError with its status. */
  upgrade?(request: ServerRequest<Params>): WebSocketUpgrade | void | Promise<WebSocketUpgrade | void>;
  open?(peer: WebSocketPeer<Params>): unknown;
  /** Called for each message, without waiting for the one before. */
  message?(peer: WebSocketPeer<Params>, message: WebSocketMessage): unknown;
  /** Called once a socket that was open is closed, by whomever. */
  close?(peer: WebSocketPeer<Params>, details: { readonly code?: number; readonly reason?: string }): unknown;
  /** Called when all is sent that waited for a slow client; on Node and Bun. */
  drain?(peer: WebSocketPeer<Params>): unknown;
  /** Called when the connection fails, such as by an invalid frame; `close` follows. */
  error?(peer: WebSocketPeer<Params>, error: Error): unknown;
}

/** The options for opening a WebSocket. */
export interface WebSocketUpgrade {
  /** One of the subprotocols that the client offers in `Sec-WebSocket-Protocol`; none when absent. */
  readonly protocol?: string;
  /** Which sockets `peer.peers` and `peer.publish` reach; those of the same path when absent. */
  readonly namespace?: string;
}

/** An open WebSocket: the part of the crossws peer that every runtime has. */
export interface WebSocketPeer<Params extends object = Record<string, string>> {
  readonly id: string;
  /** Kept as long as the socket; it holds the request that opened it, and takes what the hooks put there. */
  readonly context: { readonly request: ServerRequest<Params>; [key: string]: unknown };
  readonly namespace: string;
  /** In bytes: what waits to be sent. */
  readonly bufferedAmount: number;
  /** The open sockets of the namespace. */
  readonly peers: ReadonlySet<WebSocketPeer>;
  readonly topics: ReadonlySet<string>;
  /** @param data a string or bytes; a plain object or an array is sent as JSON */
  send(data: unknown): unknown;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  /** Sends to the other peers of the namespace that have subscribed. */
  publish(topic: string, data: unknown): void;
  /** @returns once no more than `threshold` bytes (0 when absent) wait to be sent, or the socket is closed */
  waitForDrain(options?: { threshold?: number; signal?: AbortSignal }): Promise<void>;
  close(code?: number, reason?: string): void;
  /** Closes the connection at once. */
  terminate(): void;
}

export interface WebSocketMessage {
  text(): string;
  json<T = unknown>(): T;
  uint8Array(): Uint8Array;
}
