import cluster, { type Worker } from 'node:cluster';
import { trackPendingConnections } from '../internals/pending-connections.ts';
import { WORKER_PORT } from '../run-options.ts';

/** A message to a worker from the process that has started it. */
export type ToWorker =
  /** Stop as by SIGTERM. */
  | { readonly fw: 'close' }
  /** Stop slowly, because a successor serves already. */
  | { readonly fw: 'drain' }
  /** Confirms `leaves`: no connection is in transit to the worker any more. */
  | { readonly fw: 'left' };

/** A message from a worker to the process that has started it. */
export type FromWorker =
  | { readonly fw: 'listens' }
  | { readonly fw: 'fails'; readonly error: ReportedError }
  /** Its server has closed. */
  | { readonly fw: 'leaves' };

/** An error in a message. */
export interface ReportedError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
}

/** A worker, in the process that has started it. */
export class WorkerProcess {
  /** Rejects with the reason when the worker ends before it listens. */
  readonly listening: Promise<void>;
  /** How it ended, such as `by SIGKILL`. */
  readonly ended: Promise<string>;
  /** How many predecessors in a row have died soon after they were started. */
  readonly diedBefore: number;
  /** By `performance.now()`; undefined before it listens. */
  #listensSince: number | undefined;
  readonly #worker: Worker;

  constructor(port: number, diedBefore = 0) {
    this.diedBefore = diedBefore;
    const worker = (this.#worker = cluster.fork({ [WORKER_PORT]: String(port) }));
    // Such as a message after its channel has closed; `ended` resolves regardless.
    worker.on('error', () => {});
    const closeConnections = trackPendingConnections(worker.process);
    this.ended = new Promise((resolve) => {
      worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
        closeConnections();
        resolve(signal === null ? `with exit code ${code}` : `by ${signal}`);
      });
    });
    this.listening = new Promise((resolve, reject) => {
      let error: ReportedError | undefined;
      worker.on('message', (message: FromWorker | null) => {
        if (message?.fw === 'leaves') this.#send({ fw: 'left' });
        if (message?.fw === 'fails') ({ error } = message);
        if (message?.fw !== 'listens') return;
        this.#listensSince = performance.now();
        resolve();
      });
      void this.ended.then((how) => reject(errorOf(error, how)));
    });
    // Rejections are handled where `listening` is awaited.
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
   * Stops the worker. A worker that doesn't listen yet has nothing to finish.
   *
   * @param limit in milliseconds, after which the worker is killed
   * @returns how it ended
   */
  async stop(how: 'close' | 'drain', limit: number): Promise<string> {
    const late = setTimeout(() => this.#worker.process.kill('SIGKILL'), limit);
    if (this.#listensSince === undefined) this.#worker.process.kill('SIGTERM');
    else this.#send({ fw: how });
    const end = await this.ended;
    clearTimeout(late);
    return end;
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }
}

function errorOf(error: ReportedError | undefined, how: string): Error {
  const { message = `a worker ended ${how} before it listened`, ...rest } = error ?? {};
  return Object.assign(new Error(message), rest);
}
