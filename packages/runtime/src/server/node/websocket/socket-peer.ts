import type { Peer } from 'crossws';
import { InvalidArgumentError } from '../../../kernel/errors/coded-errors.ts';
import { toJson } from '../../../kernel/http/bodies/json.ts';
import type { WebSocketPeer } from '../../../kernel/http/web-socket-hooks.ts';

const OPEN = 1;
// In bytes (RFC 6455 5.5).
const MAX_REASON = 123;
const encoder = new TextEncoder();

/**
 * The peer that hooks get. It sends the same on every runtime: the peers of crossws differ in arrays, dates and instances, in close
 * codes, and in sockets that are closing.
 */
export class SocketPeer implements WebSocketPeer<never> {
  readonly id: string;
  readonly context: WebSocketPeer<never>['context'];
  readonly namespace: string;
  readonly #peer: Peer;
  readonly #peerOf: (peer: Peer) => SocketPeer | undefined;

  /** @param peerOf returns the peer of an open socket */
  constructor(peer: Peer, peerOf: (peer: Peer) => SocketPeer | undefined) {
    this.id = peer.id;
    this.context = peer.context as WebSocketPeer<never>['context'];
    this.namespace = peer.namespace;
    this.#peer = peer;
    this.#peerOf = peerOf;
  }

  get bufferedAmount(): number {
    return this.#peer.bufferedAmount;
  }

  get peers(): Set<WebSocketPeer> {
    return new Set([...this.#peer.peers].flatMap((peer) => this.#peerOf(peer) ?? []));
  }

  get topics(): Set<string> {
    return this.#peer.topics;
  }

  send(data: unknown): void {
    const message = messageOf(data);
    // Deno throws for a socket that is closing, and other runtimes drop the message.
    if (this.#peer.websocket.readyState === OPEN) this.#peer.send(message);
  }

  subscribe(topic: string): void {
    this.#peer.subscribe(topic);
  }

  unsubscribe(topic: string): void {
    this.#peer.unsubscribe(topic);
  }

  publish(topic: string, data: unknown): void {
    const message = messageOf(data);
    for (const peer of this.#peer.peers) {
      if (peer !== this.#peer && peer.topics.has(topic)) this.#peerOf(peer)?.send(message);
    }
  }

  waitForDrain(options?: { threshold?: number; signal?: AbortSignal }): Promise<void> {
    return this.#peer.waitForDrain(options);
  }

  close(code = 1000, reason = ''): void {
    if (!isCloseCode(code)) {
      throw new InvalidArgumentError(
        'code of peer.close()',
        '1000 to 1003, 1007 to 1014 or 3000 to 4999',
        code,
      );
    }
    if (encoder.encode(reason).length > MAX_REASON) {
      throw new InvalidArgumentError('reason of peer.close()', `at most ${MAX_REASON} bytes`, reason);
    }
    this.#peer.close(code, reason);
  }

  terminate(): void {
    if ('terminate' in this.#peer.websocket) this.#peer.terminate();
    // Deno has no way to skip the close frame.
    else this.close();
  }
}

/** Whether a frame may have a code (RFC 6455 7.4). */
function isCloseCode(code: number): boolean {
  const isDefined = code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
  return Number.isInteger(code) && (isDefined || (code >= 3000 && code <= 4999));
}

/** @throws {@link InvalidArgumentError} for data that can't be sent: without a JSON form, or a Blob, which is read later */
function messageOf(data: unknown): string | Uint8Array {
  if (typeof data === 'string') return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  // Buffers of another realm are no instances of this one's class.
  const tag = Object.prototype.toString.call(data);
  if (/^\[object (?:Shared)?ArrayBuffer\]$/.test(tag)) return new Uint8Array(data as ArrayBuffer);
  if (!/^\[object (?:Blob|File)\]$/.test(tag)) return toJson(data, 'data of a message');
  const expected = 'a string, bytes or a value with a JSON form';
  throw new InvalidArgumentError(
    'data of a message',
    expected,
    data,
    ' Send the bytes of a Blob: await blob.bytes().',
  );
}
