import type { ServerResponse } from 'node:http';
import { isGone, onceOver } from './exchange.ts';

/** Tells those who are in the middle of something that the server shuts down. */
export class Closing {
  #begun = false;
  readonly #listeners = new Set<() => void>();

  /** Whether the server shuts down, so that no connection is kept alive. */
  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls a listener when the server begins to shut down while a response is open, or has begun already. */
  during(outgoing: ServerResponse, listener: () => void): void {
    if (this.#begun) listener();
    else if (!outgoing.writableEnded && !isGone(outgoing)) {
      this.#listeners.add(listener);
      onceOver(outgoing, () => this.#listeners.delete(listener));
    }
  }

  /** A signal for one request: one for all would keep what every request adds to it until the server ends. */
  signalFor(outgoing: ServerResponse): AbortSignal {
    const abort = new AbortController();
    this.during(outgoing, () => abort.abort());
    return abort.signal;
  }
}
