import cluster, { type Worker } from 'node:cluster';
import { handedOver } from '../internals/handed-over.ts';
import { PORT_OF_WORKER } from '../listen-address.ts';
import type { Fault, FromWorker, ToWorker } from './worker-messages.ts';

/** A worker, as the process that started it sees it. */
export class WorkerProcess {
  /** Rejected with the reason when it ends before it listens. */
  readonly listening: Promise<void>;
  /** How it ended, such as `by SIGKILL`. */
  readonly ended: Promise<string>;
  /** How many workers in whose place it stands died soon after they were started. */
  readonly diedBefore: number;
  /** By `performance.now()`; undefined before it listens. */
  #listensSince: number | undefined;
  readonly #worker: Worker;

  constructor(port: number, diedBefore = 0) {
    this.diedBefore = diedBefore;
    const worker = (this.#worker = cluster.fork({ [PORT_OF_WORKER]: String(port) }));
    // For instance because its channel has closed meanwhile; its end is told all the same.
    worker.on('error', () => {});
    const closeConnections = handedOver(worker.process);
    this.ended = new Promise((resolve) => {
      worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
        closeConnections();
        resolve(signal === null ? `with exit code ${code}` : `by ${signal}`);
      });
    });
    this.listening = new Promise((resolve, reject) => {
      let fault: Fault | undefined;
      worker.on('message', (message: FromWorker | null) => {
        if (message?.fw === 'leaves') this.#tell({ fw: 'left' });
        if (message?.fw === 'fails') ({ fault } = message);
        if (message?.fw !== 'listens') return;
        this.#listensSince = performance.now();
        resolve();
      });
      void this.ended.then((how) => reject(errorOf(fault, how)));
    });
    // Whoever started it looks when it comes to that.
    this.listening.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** In milliseconds; 0 before it listens. */
  get age(): number {
    return this.#listensSince === undefined ? 0 : performance.now() - this.#listensSince;
  }

  /**
   * Stops it. One that does not listen yet has nothing to finish.
   *
   * @param limit in milliseconds, after which it is killed
   * @returns how it ended
   */
  async stop(how: 'close' | 'retire', limit: number): Promise<string> {
    const late = setTimeout(() => this.#worker.process.kill('SIGKILL'), limit);
    if (this.#listensSince === undefined) this.#worker.process.kill('SIGTERM');
    else this.#tell({ fw: how });
    const end = await this.ended;
    clearTimeout(late);
    return end;
  }

  #tell(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }
}

function errorOf(fault: Fault | undefined, how: string): Error {
  const { message = `a worker ended ${how} before it listened`, ...rest } = fault ?? {};
  return Object.assign(new Error(message), rest);
}
