// A client of one HTTP/1 connection: it can send any bytes, and matches each response with its request.
import { ResponseParser, SurplusError } from './response-parser.mjs';

export const PATIENCE = 10_000;

/**
 * The outcome of a request is `{ kind, … }`: `response` with the response; `closed` with `isHalf`, whether part of the response
 * had arrived; `error` with the violation in the bytes; `late` if the response was not complete in time.
 */
export class Http1Connection {
  #waiting = [];
  #parser;
  #isLast = false;
  /** Called with bytes that belong to no request. */
  onSurplus;
  #onInterim = () => {};

  static async open(target, isSecure) {
    const { run } = target;
    return new Http1Connection(await target.open(isSecure ? 'http/1.1' : undefined), run);
  }

  constructor(socket, run) {
    this.socket = socket;
    this.isSecure = socket.encrypted === true;
    this.run = run;
    this.#parser = new ResponseParser(() => this.#waiting[0]?.method, {
      interim: (status) => this.#onInterim(status),
      response: (response) => this.#receiveResponse(response),
    });
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (bytes) => this.#take(bytes));
    socket.once('end', () => this.#takeEnd());
    socket.once('close', () => this.#endWaiting(this.#parser.isHalfRead));
  }

  /** Whether another request can be sent. */
  get isUsable() {
    return !this.#isLast && !this.socket.destroyed && this.socket.readable && this.socket.writable;
  }

  write(bytes) {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Waits for the response to a request whose bytes are sent by `write`, in the order of the calls. */
  awaitResponse(method, patience = PATIENCE) {
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settleAll({ kind: 'late' }), patience);
      const settle = (outcome) => {
        clearTimeout(timer);
        resolve({ ...outcome, sentAt, run: this.run });
      };
      if (this.#isLast || this.socket.destroyed) settle({ kind: 'closed', isHalf: false });
      else this.#waiting.push({ method, settle });
    });
  }

  /** Resolves with the next interim status, or undefined if a response or the end arrives first, or nothing arrives. */
  awaitInterim(patience) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patience);
      this.#onInterim = (status) => {
        clearTimeout(timer);
        resolve(status);
      };
      this.socket.once('close', () => this.#onInterim(undefined));
    });
  }

  /** Closes with a reset where the system supports it. */
  reset() {
    if (this.socket.resetAndDestroy === undefined || this.socket.encrypted) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  async close() {
    this.socket.destroy();
    await this.closed;
  }

  #take(bytes) {
    try {
      this.#parser.feed(bytes);
    } catch (error) {
      if (error instanceof SurplusError) this.onSurplus?.(error.message);
      this.#settleAll({ kind: 'error', message: error.message });
    }
  }

  #receiveResponse(response) {
    if (response.isLast) this.#isLast = true;
    this.#onInterim(undefined);
    this.#waiting.shift().settle({ kind: 'response', response });
    if (response.isLast) this.#endWaiting(false);
  }

  #takeEnd() {
    this.#parser.end();
    this.#endWaiting(this.#parser.isHalfRead);
    this.socket.destroy();
  }

  // Only the first pending request can have part of its response.
  #endWaiting(isHalf) {
    this.#isLast = true;
    for (const [index, { settle }] of this.#waiting.splice(0).entries()) {
      settle({ kind: 'closed', isHalf: isHalf && index === 0 });
    }
  }

  #settleAll(outcome) {
    this.#isLast = true;
    for (const { settle } of this.#waiting.splice(0)) settle(outcome);
    this.socket.destroy();
  }
}
