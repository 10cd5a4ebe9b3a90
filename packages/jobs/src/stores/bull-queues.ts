import type { Queue, Worker } from 'bullmq';
import type { BullData, Engine } from './bull-engine.ts';

// In ms: how long a connection may take to open.
const OPENING = 5000;

/** The queues of BullMQ by the name of their jobs. Each is opened when it is first used. */
export class BullQueues {
  readonly #engine: Engine;
  readonly #opened = new Map<string, Queue<BullData>>();
  readonly #opening = new Map<string, Promise<Queue<BullData>>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A queue that is open, without a promise; undefined when it isn't. */
  opened(name: string): Queue<BullData> | undefined {
    return this.#opened.get(name);
  }

  open(name: string): Promise<Queue<BullData>> {
    let opening = this.#opening.get(name);
    if (opening === undefined) {
      opening = this.#create(name).catch((error: unknown) => {
        // A queue that got no connection when it was created never works, so the next call creates another one.
        this.#opening.delete(name);
        return this.#engine.fail(error);
      });
      this.#opening.set(name, opening);
    }
    return opening;
  }

  /** Calls a function with a queue. Its errors name the store. */
  async call<T>(name: string, work: (queue: Queue<BullData>) => Promise<T>): Promise<T> {
    const queue = await this.open(name);
    return work(queue).catch(this.#engine.fail);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((queue) => queue.close()));
  }

  async #create(name: string): Promise<Queue<BullData>> {
    await this.#engine.ready();
    const queue = this.#engine.createQueue(name).on('error', (error) => this.#engine.lost(error));
    try {
      await opened(queue);
    } catch (error) {
      queue.close().catch(() => {});
      throw error;
    }
    this.#opened.set(name, queue);
    return queue;
  }
}

/** Waits for the connection of a queue or a worker, which may wait for ever. */
export function opened(part: Queue<BullData> | Worker<BullData>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    const error = new Error(`the connection didn't open within ${OPENING} ms`);
    timer = setTimeout(() => reject(error), OPENING);
  });
  return Promise.race([part.waitUntilReady(), late]).finally(() => clearTimeout(timer));
}
