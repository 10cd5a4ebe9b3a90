import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Clients that keep their connections, and send the next request after each response. */
export class KeepAsking {
  /** The failed requests, each with the process that has responded on its connection before, if any. */
  readonly failures: { readonly error: unknown; readonly worker: number | undefined }[] = [];
  /** The processes that have responded. */
  readonly answers: number[] = [];
  readonly #workers = new WeakMap<Socket, number>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: Promise<void>[];
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  #isOver = false;

  /** @param port on 127.0.0.1 */
  constructor(port: number, count: number) {
    onTestFinished(() => this.#agent.destroy());
    this.#clients = Array.from({ length: count }, () => this.#askAgain(port));
  }

  /** Resolves after as many further responses. */
  answered(more: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count: this.answers.length + more, resolve }));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #askAgain(port: number): Promise<void> {
    while (!this.#isOver) {
      const outgoing = request({ host: '127.0.0.1', port, method: 'POST', agent: this.#agent });
      let worker: number | undefined;
      outgoing.once('socket', (socket) => (worker = this.#workers.get(socket)));
      try {
        // oxlint-disable-next-line no-await-in-loop
        const answer = Number.parseInt(await answerTo(outgoing), 10);
        if (outgoing.socket) this.#workers.set(outgoing.socket, answer);
        this.answers.push(answer);
      } catch (error) {
        this.failures.push({ error, worker });
        // A server that never comes back would be called forever.
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
      }
      for (const { count, resolve } of this.#waiting) if (this.answers.length >= count) resolve();
    }
  }
}

/** The error of a POST, which no client may send again by itself. */
function answerTo(outgoing: ClientRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming: IncomingMessage) => text(incoming).then(resolve, reject));
    outgoing.end('body');
  });
}
