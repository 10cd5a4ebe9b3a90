import type { Socket } from 'node:net';

// In bytes. A client must not send before its handshake is answered (RFC 6455 4.1), but some do.
const MOST_EARLY = 65_536;

/** What a client sends before its handshake is answered. It is read so that a client that goes away is noticed. */
export class EarlyFrames {
  readonly #socket: Socket;
  readonly #pieces: Buffer[];
  #size = 0;

  /** @param head what came with the request */
  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    this.#pieces = [head];
    socket.on('data', this.#onData).on('end', this.#onEnd);
  }

  /** Gives what came. Whoever takes the socket over must listen in the same turn. */
  take(): Buffer {
    this.#socket.off('data', this.#onData).off('end', this.#onEnd);
    return Buffer.concat(this.#pieces);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#size += chunk.length;
    this.#pieces.push(chunk);
    if (this.#size > MOST_EARLY) this.#socket.destroy();
  };

  readonly #onEnd = (): void => void this.#socket.destroy();
}
