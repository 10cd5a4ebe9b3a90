import type { Worker } from 'node:cluster';
import type { NamedRoute } from '../types/routes-file.ts';
import type { Address, FromSite, ToSite } from './messages.ts';

// In milliseconds.
const HOLDING_LIMIT = 10_000;
// How long the connections of a replaced process stay open for requests that are on their way. One that was still starting
// may just have got its first.
const SERVING_GRACE = 1000;
const STARTING_GRACE = 100;
// After which a process that is to end is killed: sooner when it never listened.
const ENDING_LIMIT = 15_000;
const STARTING_LIMIT = 2000;
const DEBUGGED_LIMIT = 1000;

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
  /** Of the application that it serves; for ever pending where it ends before it tells of them. */
  readonly routes: Promise<readonly NamedRoute[]>;
  /** Where it listens; undefined before it does. */
  address: Address | undefined;
  readonly #worker: Worker;
  #held: string[] | undefined = [];

  /**
   * @param listens called when it listens
   * @param isLate called when it has not listened for some seconds
   */
  constructor(worker: Worker, listens: () => void, isLate: () => void) {
    this.#worker = worker;
    const { stderr } = worker.process;
    stderr?.on('data', (chunk: Buffer) => {
      if (this.#held === undefined) process.stderr.write(chunk);
      else this.#held.push(chunk.toString());
    });
    const late = setTimeout(() => {
      this.showErrors();
      isLate();
    }, HOLDING_LIMIT);
    worker.once('listening', ({ address: host, port }) => {
      clearTimeout(late);
      this.showErrors();
      this.address = { host: { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port };
      listens();
    });
    // For instance because its channel has closed meanwhile; its end is told all the same.
    worker.on('error', () => {});
    this.routes = new Promise((resolve) => {
      worker.on('message', (message: FromSite) => message.fw === 'routes' && resolve(message.routes));
    });
    this.ended = new Promise((resolve) => {
      worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(late);
        resolve({ code, signal, held: this.#held?.join('') ?? '' });
      });
    });
  }

  /**
   * Takes no more connections, and ends soon. Meanwhile the successor answers the requests on those that it has.
   *
   * @param successor one that listens; undefined where there is none
   * @returns when it answers no more requests by itself
   */
  async retire(successor: SiteProcess | undefined): Promise<void> {
    const retired = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: FromSite) => message.fw === 'retired' && resolve());
    });
    const grace = this.address === undefined ? STARTING_GRACE : SERVING_GRACE;
    this.#tell({ fw: 'retire', grace, successor: successor?.address });
    this.#worker.disconnect();
    this.#killWhenLate();
    await Promise.race([retired, this.ended]);
  }

  /** Ends as by SIGTERM. One that has not ended after some seconds is killed, unless it may take its time. */
  end(mayTakeItsTime: boolean): void {
    this.#held = undefined;
    this.#tell({ fw: 'end' });
    if (!mayTakeItsTime) this.#killWhenLate();
  }

  /** Ends as by SIGTERM, or by SIGKILL where a debugger holds it. */
  async endForDebugger(): Promise<void> {
    this.end(false);
    const timer = setTimeout(() => this.kill(), DEBUGGED_LIMIT);
    await this.ended;
    clearTimeout(timer);
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

  #killWhenLate(): void {
    const timers = [
      setTimeout(() => this.address ?? this.kill(), STARTING_LIMIT),
      setTimeout(() => this.kill(), ENDING_LIMIT),
    ];
    this.#worker.process.once('close', () => timers.forEach(clearTimeout));
  }

  /** Shows what it has printed on standard error, and from now on at once. */
  showErrors(): void {
    for (const text of this.#held ?? []) process.stderr.write(text);
    this.#held = undefined;
  }
}
