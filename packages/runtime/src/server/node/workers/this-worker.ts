import { endProcess } from '../process/process-end.ts';
import type { ReportedError, FromWorker, ToWorker } from './worker-process.ts';

/** Why a server stops: `close()` was called, a signal arrived, or another process replaces it on the port. */
export type StopReason = 'call' | 'signal' | 'replacement';

/** This process, when `run()` of another process has started it as a worker. */
export class ThisWorker {
  /** The port to listen on. */
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /**
   * Reports that it listens. From now on it closes its server and ends when the other process says so.
   *
   * @param close called with `replacement` when another process serves in its place
   */
  listens(close: (why: StopReason) => Promise<void>): void {
    process.on('message', (message: ToWorker | null) => {
      if (message?.fw === 'close' || message?.fw === 'drain')
        void closeAndEnd(message.fw === 'drain' ? 'replacement' : 'signal');
    });
    // A SIGHUP that is sent to all processes is for the one that has started the workers.
    process.on('SIGHUP', () => {});
    // `endProcess` alone would take a signal that is sent to all processes, as by a terminal, for the second signal.
    async function closeAndEnd(why: StopReason): Promise<void> {
      try {
        await close(why);
        await endProcess(0);
      } catch (error) {
        console.error(error);
        await endProcess(1);
      }
    }
    void report({ fw: 'listens' });
  }

  /** Reports why it doesn't listen; the other process prints it. */
  fails(error: unknown): Promise<void> {
    const { message = String(error), code, address, port } = error as Partial<ReportedError>;
    return report({ fw: 'fails', error: { message, code, address, port } });
  }

  /** After its server has closed, waits until no connection is in transit to it any more; they go to other workers. */
  async leave(): Promise<void> {
    const left = new Promise<void>((resolve) => {
      process.on('message', (message: ToWorker | null) => message?.fw === 'left' && resolve());
      process.once('disconnect', resolve);
    });
    await report({ fw: 'leaves' });
    await left;
  }
}

/** Resolves also when the other process has ended. */
function report(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
