import type * as http from 'node:http';
import type { BodyTaker } from '../reading/whole-body.ts';

// Not imported; see node-server.ts.
const IncomingMessage: typeof http.IncomingMessage = process.getBuiltinModule('node:http').IncomingMessage;
// What Node calls for `optimizeEmptyRequests`, where it knows that; no public method ends a stream without its events.
const END_SILENTLY = '_dumpAndCloseReadable';

/**
 * Node's request, whose body can be taken as a whole past its stream: the events of a stream cost more than reading a small body
 * does. Afterwards it is as a request without a body is: ended, with newer versions of Node without an event, unless somebody
 * listens for one. Other runtimes than Node do not bring a body by `push`.
 */
export class IncomingRequest extends IncomingMessage {
  #body: BodyTaker | undefined;
  #isTaken = false;

  /** @returns whether the body will be given what comes; not when some of it has come already, or somebody has touched the stream */
  give(body: BodyTaker): boolean {
    if (this.readableFlowing !== null || this.readableLength > 0 || this.complete) return false;
    this.#body = body;
    this.#isTaken = true;
    return true;
  }

  /** Whether a body has been given what came. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Called with each chunk, and with null at the end. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const body = this.#body;
    if (body === undefined) return super.push(chunk, encoding);
    // Somebody reads the stream as well, if only to drop what comes after the response.
    const isRead = this.readableFlowing !== null;
    if (chunk !== null) {
      const goesOn = body.add(chunk);
      if (!goesOn) this.#body = undefined;
      return isRead ? super.push(chunk, encoding) : goesOn;
    }
    this.#body = undefined;
    if (isRead) super.push(null);
    else this.#endStream();
    body.end(true);
    return false;
  }

  override destroy(error?: Error): this {
    this.#body?.end(false);
    this.#body = undefined;
    return super.destroy(error);
  }

  #endStream(): void {
    const node = this as { [END_SILENTLY]?(): void };
    const isAwaited = this.listenerCount('end') > 0 || this.listenerCount('close') > 0;
    if (!isAwaited && node[END_SILENTLY] !== undefined) {
      node[END_SILENTLY]();
      return;
    }
    super.push(null);
    this.resume();
  }
}
