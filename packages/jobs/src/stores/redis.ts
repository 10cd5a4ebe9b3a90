import { importPeer } from '../import-peer.ts';
import type { Engine } from './bull-store.ts';

/** BullMQ on Redis. */
export async function redisEngine(url: string, lease: number, lost: (error: Error) => void): Promise<Engine> {
  const { Queue, Worker, DelayedError } = await importPeer('bullmq', () => import('bullmq'));
  const { Redis } = await importPeer('ioredis', () => import('ioredis'));
  // A request must not wait long when Redis is down; a worker waits until it is back.
  const adding = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  const working = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null });
  for (const client of [adding, working]) client.on('error', lost);
  return {
    name: 'redis',
    lease,
    lost,
    DelayedError,
    createQueue: (name) => new Queue(name, { connection: adding }),
    createWorker: (name, run, options) => new Worker(name, run, { ...options, connection: working }),
    ready: async () => void (await adding.ping()),
    async dispose() {
      for (const client of [adding, working]) client.disconnect();
    },
  };
}
