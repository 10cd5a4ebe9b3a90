import type { Worker } from 'node:cluster';
import type { TypedNames } from '../project/type-files.ts';

// How long error output is held back, in milliseconds.
const HOLDING_LIMIT = 10_000;
// How long the connections of a replaced process stay open for pending requests, in milliseconds. A process that was
// still starting may have received its first request.
const SERVING_GRACE = 1000;
const STARTING_GRACE = 100;
// The time after which a process that must end is killed, in milliseconds: shorter if it never listened.
const ENDING_LIMIT = 15_000;
const STARTING_LIMIT = 2000;
const DEBUGGED_LIMIT = 1000;
// How long the error output of a process that has ended may stay open, in milliseconds.
const CLOSING_LIMIT = 500;

/** How the app's process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The error output that was held back. */
  readonly held: string;
}

/**
 * A process that serves the app. Its error output is shown once it listens, or after a delay; if it ends before, the
 * caller shows a summary.
 */
export class AppProcess {
  readonly ended: Promise<End>;
  /** The names in the application; pending forever when the process ends before it reports them. */
  readonly names: Promise<TypedNames>;
  /** The address once it listens. */
  address: Address | undefined;
  readonly #worker: Worker;
  #held: string[] | undefined = [];

  /**
   * @param listens called when it listens
   * @param isLate called when it still doesn't listen after some seconds
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
    // For example because its channel has closed; its end is reported anyway.
    worker.on('error', () => {});
    this.names = new Promise((resolve) => {
      worker.on('message', (message: FromSite) => message.fw === 'names' && resolve(message));
    });
    this.ended = new Promise((resolve) => {
      let open: NodeJS.Timeout | undefined;
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        clearTimeout(late);
        clearTimeout(open);
        stderr?.destroy();
        resolve({ code, signal, held: this.#held?.join('') ?? '' });
      };
      worker.process.once('close', end);
      // A process that the app has started may keep the error output open.
      worker.process.once('exit', (...given) => (open = setTimeout(end, CLOSING_LIMIT, ...given)));
    });
  }

  /**
   * Accepts no more connections, and ends soon. Meanwhile the successor handles the requests on open connections.
   *
   * @param successor a process that listens; undefined without one
   * @returns when the process responds to no more requests itself
   */
  async retire(successor: AppProcess | undefined): Promise<void> {
    const retired = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: FromSite) => message.fw === 'retired' && resolve());
    });
    const grace = this.address === undefined ? STARTING_GRACE : SERVING_GRACE;
    this.#send({ fw: 'retire', grace, successor: successor?.address });
    this.#worker.disconnect();
    this.#killWhenLate();
    await Promise.race([retired, this.ended]);
  }

  /** Ends the process as with SIGTERM. It is killed after some seconds, unless it may take longer. */
  end(mayTakeItsTime: boolean): void {
    this.#held = undefined;
    this.#send({ fw: 'end' });
    if (!mayTakeItsTime) this.#killWhenLate();
  }

  /** Ends the process with SIGTERM, or with SIGKILL when a debugger holds it. */
  async endForDebugger(): Promise<void> {
    this.end(false);
    const timer = setTimeout(() => this.kill(), DEBUGGED_LIMIT);
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  showError(text: string): void {
    this.#send({ fw: 'fault', text });
  }

  #send(message: ToSite): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  #killWhenLate(): void {
    const timers = [
      setTimeout(() => this.address ?? this.kill(), STARTING_LIMIT),
      setTimeout(() => this.kill(), ENDING_LIMIT),
    ];
    this.#worker.process.once('close', () => timers.forEach(clearTimeout));
  }

  /** Shows the error output so far, and from now on immediately. */
  showErrors(): void {
    for (const text of this.#held ?? []) process.stderr.write(text);
    this.#held = undefined;
  }
}

/** The address on which an app's process listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Messages from `fw dev` to the app's process. */
export type ToSite =
  /** Shut down as with SIGTERM. */
  | { readonly fw: 'end' }
  /** Shut down after a time in milliseconds, during which requests are forwarded to the successor, if there is one. */
  | { readonly fw: 'retire'; readonly grace: number; readonly successor: Address | undefined }
  /** The startup error of the changed app, to be shown on the pages of this one. */
  | { readonly fw: 'fault'; readonly text: string };

/** Messages from the app's process to `fw dev`. */
export type FromSite =
  /** From now on, the process responds to no requests itself. */
  | { readonly fw: 'retired' }
  /** The names in the application that is served. */
  | ({ readonly fw: 'names' } & TypedNames);
