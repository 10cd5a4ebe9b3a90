import { importPeer } from '../import-peer.ts';
import { throwStoreError } from '../store.ts';
import type { Engine } from './bull-engine.ts';

// In ms: how long a command may take, and the longest time between two attempts to connect.
const SILENCE = 5000;
const RETRY = 500;
const retryStrategy = (times: number): number => Math.min(times * 50, RETRY);

/** BullMQ on Redis. */
export async function redisEngine(url: string, lease: number, lost: (error: Error) => void): Promise<Engine> {
  const { Queue, Worker, DelayedError } = await importPeer('bullmq', () => import('bullmq'));
  const { Redis } = await importPeer('ioredis', () => import('ioredis'));
  // A request must not wait long when Redis is down; a worker waits until it is back.
  const adding = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: SILENCE,
    // A command that was sent before the connection was lost has no other limit.
    commandTimeout: SILENCE,
    retryStrategy,
  });
  const working = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy });
  // The reason, which is not in the error of a command.
  let last: Error | undefined;
  let wasReady = false;
  const report = (error: Error): void => {
    if (wasReady) lost(error);
  };
  for (const client of [adding, working]) {
    client.on('ready', () => {
      last = undefined;
      wasReady = true;
    });
    client.on('error', (error) => {
      last = error;
      report(error);
    });
  }
  return {
    name: 'redis',
    lease,
    lost: report,
    fail: (error) => throwStoreError('redis', url, last ?? error),
    DelayedError,
    createQueue: (name) => new Queue(name, { connection: adding }),
    createWorker: (name, run, options) => new Worker(name, run, { ...options, connection: working }),
    ready: async () => void (await adding.ping()),
    async dispose() {
      for (const client of [adding, working]) client.disconnect();
    },
  };
}
