import type { Address, Worker } from 'node:cluster';

import type { FromSite, ToSite } from './messages.ts';

// In milliseconds.
const holdingLimit = 10_000;

/** How the process of a site came to its end. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it printed on standard error and was not shown. */
  readonly held: string;
}

/**
 * A process that serves the site. What it prints on standard error is shown when it listens, or when that takes long: if it
 * ends before, who started it shows less of it.
 */
export class SiteProcess {
  readonly ended: Promise<End>;
  readonly #worker: Worker;
  #held: string[] | undefined = [];

  constructor(worker: Worker, listens: (address: Address) => void) {
    this.#worker = worker;
    const { stderr } = worker.process;
    stderr?.on('data', (chunk: Buffer) => {
      if (this.#held === undefined) process.stderr.write(chunk);
      else this.#held.push(chunk.toString());
    });
    const late = setTimeout(() => this.#release(), holdingLimit);
    worker.once('listening', (address) => {
      clearTimeout(late);
      this.#release();
      listens(address);
    });
    // For instance because its channel has closed meanwhile; its end is told all the same.
    worker.on('error', () => {});
    this.ended = new Promise((resolve) => {
      worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(late);
        resolve({ code, signal, held: this.#held?.join('') ?? '' });
      });
    });
  }

  /**
   * Takes no more connections, and ends after a time.
   *
   * @param grace in milliseconds, in which requests on its old connections are answered by the process at `successor`
   * @param limit in milliseconds, after which it is killed
   * @returns when it answers no more requests by itself
   */
  async retire(grace: number, limit: number, successor: Address): Promise<void> {
    const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[successor.address] ?? successor.address;
    const retired = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: FromSite) => message.fw === 'retired' && resolve());
    });
    this.#tell({ fw: 'retire', grace, host, port: successor.port });
    this.#worker.disconnect();
    this.#killAfter(limit);
    await Promise.race([retired, this.ended]);
  }

  /** Ends as by SIGTERM; killed when that takes longer than a limit, in milliseconds. */
  end(limit?: number): void {
    this.#held = undefined;
    this.#tell({ fw: 'end' });
    if (limit !== undefined) this.#killAfter(limit);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  showFault(text: string): void {
    this.#tell({ fw: 'fault', text });
  }

  #tell(message: ToSite): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  #killAfter(limit: number): void {
    const timer = setTimeout(() => this.kill(), limit);
    this.#worker.process.once('close', () => clearTimeout(timer));
  }

  #release(): void {
    for (const text of this.#held ?? []) process.stderr.write(text);
    this.#held = undefined;
  }
}
