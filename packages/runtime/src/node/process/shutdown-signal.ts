import type { ServerResponse } from 'node:http';
import { isClosed, onClose } from '../exchange.ts';

/** Notifies the requests in progress when the server shuts down. */
export class ShutdownSignal {
  /** Whether load balancers should send no more requests. */
  draining = false;
  /** Whether each response closes its HTTP/1 connection. */
  closesConnections = false;
  #started = false;
  readonly #listeners = new Set<() => void>();

  /** @param signal aborted when a server that is not ours shuts down */
  static from(signal: AbortSignal | undefined): ShutdownSignal {
    const shutdown = new ShutdownSignal();
    const start = (): void => {
      shutdown.drain();
      shutdown.start();
    };
    if (signal?.aborted) start();
    else signal?.addEventListener('abort', start, { once: true });
    return shutdown;
  }

  /** The server still accepts connections and requests, but each response closes its connection. */
  drain(): void {
    this.draining = true;
    this.closesConnections = true;
  }

  /** Calls the listeners. A server that is replaced by another process on its port is never `draining`. */
  start(): void {
    this.#started = true;
    this.closesConnections = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls a listener when the shutdown starts before a response is complete; at once when it has started. */
  during(outgoing: ServerResponse, listener: () => void): void {
    if (this.#started) listener();
    else if (!outgoing.writableEnded && !isClosed(outgoing)) {
      this.#listeners.add(listener);
      onClose(outgoing, () => this.#listeners.delete(listener));
    }
  }

  /** A signal for one request: a shared signal would keep the listeners of all requests until the server ends. */
  signalFor(outgoing: ServerResponse): AbortSignal {
    const controller = new AbortController();
    this.during(outgoing, () => controller.abort());
    return controller.signal;
  }
}
