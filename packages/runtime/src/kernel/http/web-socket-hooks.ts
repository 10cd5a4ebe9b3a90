import type { ServerRequest } from './server-request.ts';

/**
 * The hooks of a WebSocket, as in crossws. The return value of a hook is awaited and ignored. Errors and rejections of a hook
 * are logged; an error in `open` or `message` also closes the socket with 1011.
 *
 * @typeParam Params the parameters of the matched route
 */
export interface WebSocketHooks<Params extends object = Record<string, string>> {
  /**
   * The origins whose pages may open the socket, such as `['https://example.org']`, or `'*'` for all; the origin of the
   * request's URL when absent, see {@link isSameOrigin}. Clients other than browsers send no origin and are let in.
   */
  readonly origins?: readonly string[] | '*';
  /**
   * Called before the socket opens. When it throws, the error becomes the response, an `HttpError` with its status.
   *
   * @returns options for the socket, or nothing
   */
  upgrade?(request: ServerRequest<Params>): WebSocketUpgrade | void | Promise<WebSocketUpgrade | void>;
  /** Called when the socket has opened. Messages that arrive meanwhile call `message` without waiting for it. */
  open?(peer: WebSocketPeer<Params>): unknown;
  /**
   * Called for each message, without waiting for the one before.
   *
   * @param peer the socket that received the message
   * @param message the message, as a string, JSON or bytes
   * @returns a value that is ignored; a promise is awaited for its error
   */
  message?(peer: WebSocketPeer<Params>, message: WebSocketMessage): unknown;
  /**
   * Called when a socket that was open is closed, by either side.
   *
   * @param peer the closed socket, which can't send any more
   * @param details the close code and the reason, as far as the runtime knows them
   * @returns a value that is ignored; a promise is awaited for its error
   */
  close?(peer: WebSocketPeer<Params>, details: { readonly code?: number; readonly reason?: string }): unknown;
  /** Called when all waiting data was sent to a slow client; on Node and Bun. */
  drain?(peer: WebSocketPeer<Params>): unknown;
  /**
   * Called when the connection fails, such as by an invalid frame; `close` follows.
   *
   * @param peer the socket that failed
   * @param error the error of the connection
   * @returns a value that is ignored; a promise is awaited for its error
   */
  error?(peer: WebSocketPeer<Params>, error: Error): unknown;
}

/** The options for opening a WebSocket. */
export interface WebSocketUpgrade {
  /** One of the subprotocols that the client offers in `Sec-WebSocket-Protocol`; none when absent. */
  readonly protocol?: string;
  /** The group of sockets that `peer.peers` and `peer.publish` reach; the sockets of the same path when absent. */
  readonly namespace?: string;
}

/** An open WebSocket: the part of the crossws peer that every runtime has. */
export interface WebSocketPeer<Params extends object = Record<string, string>> {
  /** A unique id of the socket, a random UUID. */
  readonly id: string;
  /** An object that lives as long as the socket: the request that opened it, and the values that hooks store there. */
  readonly context: { readonly request: ServerRequest<Params>; [key: string]: unknown };
  /** The group of sockets that this socket belongs to: its path, or the `namespace` that `upgrade` returned. */
  readonly namespace: string;
  /** The amount of data that waits to be sent, in bytes. */
  readonly bufferedAmount: number;
  /** The open sockets of the namespace, at this time. */
  readonly peers: ReadonlySet<WebSocketPeer>;
  /** The topics that this socket has subscribed to. */
  readonly topics: ReadonlySet<string>;
  /**
   * Sends a message to the client. A slow client doesn't block it: watch `bufferedAmount` for large amounts.
   *
   * @param data a string or bytes, which are sent as they are; everything else is sent as JSON
   * @throws {@link InvalidArgumentError} when the data has no JSON form, such as undefined or a BigInt, or is a Blob
   */
  send(data: unknown): unknown;
  /** Subscribes to a topic: `publish` of the other peers in the namespace then sends to this socket. */
  subscribe(topic: string): void;
  /** Ends the subscription to a topic. */
  unsubscribe(topic: string): void;
  /**
   * Sends a message to the other peers of the namespace that have subscribed to a topic. With several processes, it
   * reaches the peers of this process.
   *
   * @param topic the topic
   * @param data as for `send`
   */
  publish(topic: string, data: unknown): void;
  /**
   * Waits until a slow client has received most of the data.
   *
   * @param options `threshold`: the number of bytes that may still wait, 0 when absent; `signal`: a signal that ends
   *   the wait
   * @returns a promise that resolves when no more than `threshold` bytes wait to be sent, or the socket is closed, and
   *   rejects when the signal is aborted
   */
  waitForDrain(options?: { threshold?: number; signal?: AbortSignal }): Promise<void>;
  /**
   * Closes the socket after the messages that wait to be sent.
   *
   * @param code the close code, such as 1000 or 3000 to 4999; 1000 when absent
   * @param reason a string of at most 123 bytes; none when absent
   * @throws {@link InvalidArgumentError} for a code that no frame may have, or a longer reason
   */
  close(code?: number, reason?: string): void;
  /** Closes the connection at once, without a close code. */
  terminate(): void;
}

/** A message from a client: a string or bytes, which can be read in any form. */
export interface WebSocketMessage {
  /** The message as a string; bytes are decoded as UTF-8. */
  text(): string;
  /**
   * The message parsed as JSON. The type is not checked.
   *
   * @throws SyntaxError when the message is not JSON
   */
  json<T = unknown>(): T;
  /** The message as bytes; a string is encoded as UTF-8. */
  uint8Array(): Uint8Array;
}
