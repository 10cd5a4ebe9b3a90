import { endProcess } from '../process/process-end.ts';
import type { Fault, FromWorker, ToWorker } from './worker-messages.ts';

/** Why a server stops: `close()` was called, a signal came, or another process takes its place on the port. */
export type StopReason = 'call' | 'signal' | 'replacement';

/** This process, where `run()` of another has started it to serve. */
export class ThisWorker {
  /** Where it is to listen. */
  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  /**
   * Tells that it listens, and from now on heeds what it is told: it closes its server, and ends.
   *
   * @param close called with `replacement` when another serves in its place
   */
  listens(close: (why: StopReason) => Promise<void>): void {
    process.on('message', (message: ToWorker | null) => {
      if (message?.fw === 'close' || message?.fw === 'retire')
        void closeAndEnd(message.fw === 'retire' ? 'replacement' : 'signal');
    });
    // Where it is sent to all processes, it is for the one that started this.
    process.on('SIGHUP', () => {});
    // Not by `endProcess` alone: a signal that comes to all processes, as from a terminal, would be taken for the second one.
    async function closeAndEnd(why: StopReason): Promise<void> {
      try {
        await close(why);
        await endProcess(0);
      } catch (error) {
        console.error(error);
        await endProcess(1);
      }
    }
    void tell({ fw: 'listens' });
  }

  /** Leaves it to the process that started this one to say why it does not listen. */
  fails(error: unknown): Promise<void> {
    const { message = String(error), code, address, port } = error as Partial<Fault>;
    return tell({ fw: 'fails', fault: { message, code, address, port } });
  }

  /** Once its server has closed, waits for the connections that are on their way to it; they go to other workers. */
  async leave(): Promise<void> {
    const left = new Promise<void>((resolve) => {
      process.on('message', (message: ToWorker | null) => message?.fw === 'left' && resolve());
      process.once('disconnect', resolve);
    });
    await tell({ fw: 'leaves' });
    await left;
  }
}

/** Also where nobody listens any more. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
