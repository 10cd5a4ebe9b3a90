import type * as http from 'node:http';

// Undocumented methods of Node's requests; test/runtimes/node-internals.test.ts checks them on each version.

// Not imported; see node-server.ts.
const IncomingMessage: typeof http.IncomingMessage = process.getBuiltinModule('node:http').IncomingMessage;
// Node itself calls this method with `optimizeEmptyRequests`. No public method ends a stream without its events.
const END_SILENTLY = '_dumpAndCloseReadable';

/** Receives a body chunk by chunk. */
export interface BodyReceiver {
  /** @returns false when it receives no more */
  add(chunk: Buffer): boolean;
  /**
   * Called once or more.
   *
   * @param complete whether the client has sent the whole body
   */
  end(complete: boolean): void;
}

/**
 * Node's request, whose body can bypass its stream: the events of a stream cost more than reading a small body does. Afterwards
 * the stream has ended as that of a request without a body; newer versions of Node emit no event for it unless
 * there is a listener. Other runtimes than Node deliver no body through `push`.
 */
export class IncomingRequest extends IncomingMessage {
  // Declared, so that requests without a body have no field to initialize.
  /** Undefined until `receiveBody` has succeeded; null after the end of the body. */
  declare receiver: BodyReceiver | null | undefined;

  /** @returns false when some of the body has arrived already, or the stream is in use */
  receiveBody(receiver: BodyReceiver): boolean {
    if (this.readableFlowing !== null || this.readableLength > 0 || this.complete) return false;
    this.receiver = receiver;
    return true;
  }

  /** Node calls this with each chunk, and with null at the end. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const { receiver } = this;
    if (receiver === undefined || receiver === null) return super.push(chunk, encoding);
    // The stream is read as well, if only to drop the rest after the response.
    const isRead = this.readableFlowing !== null;
    if (chunk !== null) {
      const continues = receiver.add(chunk);
      if (!continues) this.receiver = null;
      return isRead ? super.push(chunk, encoding) : continues;
    }
    this.receiver = null;
    if (isRead) super.push(null);
    else endStream(this);
    receiver.end(true);
    return false;
  }

  override destroy(error?: Error): this {
    if (this.receiver) {
      this.receiver.end(false);
      this.receiver = null;
    }
    return super.destroy(error);
  }
}

function endStream(incoming: IncomingRequest): void {
  const hasListeners = incoming.listenerCount('end') > 0 || incoming.listenerCount('close') > 0;
  const node = incoming as { [END_SILENTLY]?(): void };
  if (!hasListeners && node[END_SILENTLY] !== undefined) node[END_SILENTLY]();
  else {
    incoming.push(null);
    incoming.resume();
  }
}
