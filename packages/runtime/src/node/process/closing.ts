import type { ServerResponse } from 'node:http';
import { isGone, onceOver } from '../exchange.ts';

/** Notifies the requests in progress when the server shuts down. */
export class Closing {
  /** Whether load balancers should send no more requests. */
  draining = false;
  /** Whether each response closes its HTTP/1 connection. */
  closesConnections = false;
  #begun = false;
  readonly #listeners = new Set<() => void>();

  /** The server still accepts connections and requests, but each response closes its connection. */
  drain(): void {
    this.draining = true;
    this.closesConnections = true;
  }

  /** Calls the listeners; a server that is replaced by another process on its port is never `draining`. */
  begin(): void {
    this.#begun = true;
    this.closesConnections = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls a listener when the server begins to shut down before a response is complete; at once when it has begun. */
  during(outgoing: ServerResponse, listener: () => void): void {
    if (this.#begun) listener();
    else if (!outgoing.writableEnded && !isGone(outgoing)) {
      this.#listeners.add(listener);
      onceOver(outgoing, () => this.#listeners.delete(listener));
    }
  }

  /** A signal of its own for each request: a shared one would keep the listeners of all requests until the server ends. */
  signalFor(outgoing: ServerResponse): AbortSignal {
    const abort = new AbortController();
    this.during(outgoing, () => abort.abort());
    return abort.signal;
  }
}
