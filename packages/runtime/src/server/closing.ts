import type { ServerResponse } from 'node:http';
import { isGone, onceOver } from './exchange.ts';

/** Tells the exchanges in progress that the server begins to shut down. */
export class Closing {
  #begun = false;
  readonly #listeners = new Set<() => void>();

  /** Whether the server has begun to shut down. */
  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
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
