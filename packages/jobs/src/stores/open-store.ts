import type { Logger } from 'fw-runtime';
import type { Kysely } from 'kysely';
import { importPeer } from '../import-peer.ts';
import type { ReadJobsOptions } from '../options.ts';
import { type JobStore, JobStoreError } from '../store.ts';
import { MemoryStore } from './memory.ts';

/** Opens the store of the options. The module of each store is loaded when it is used. */
export async function openStore(
  { store, url = '', list, lease }: ReadJobsOptions,
  database: Kysely<never> | undefined,
  logger: Pick<Logger, 'error'>,
): Promise<JobStore> {
  if (store === 'memory') return new MemoryStore(database);
  const lost = reporter(store, logger);
  if (store === 'redis') {
    const { BullStore } = await import('./bull-store.ts');
    const { redisEngine } = await import('./redis.ts');
    return new BullStore(await redisEngine(url, lease, lost));
  }
  if (database === undefined) {
    throw new JobStoreError(
      `The store "${store}" needs the service "Database", which "node fw add database" adds.`,
    );
  }
  await importPeer('kysely', () => import('kysely'));
  if (store === 'sqlite') {
    const { SqliteStore } = await import('./sqlite.ts');
    return new SqliteStore(database, lease, lost);
  }
  const { postgresEngine, PostgresStore } = await import('./postgres.ts');
  return new PostgresStore(await postgresEngine(url, list.length, lease, lost), database, logger);
}

// In ms: the time between two messages about a store that doesn't respond.
const SILENCE = 60_000;

function reporter(store: string, logger: Pick<Logger, 'error'>): (error: unknown) => void {
  let last = -Infinity;
  return (err) => {
    if (performance.now() - last < SILENCE) return;
    last = performance.now();
    logger.error({ err }, `The store "${store}" of the jobs doesn't respond; trying again.`);
  };
}
