import type { Job } from 'fw-jobs';
import { drain } from 'fw-jobs/testing';
import { afterAll, afterEach, beforeAll, describe, vi } from 'vitest';
import { withPostgres } from '../../../../test/support/postgres.ts';
import { withRedis } from '../../../middleware/test/redis-server.ts';
import {
  type App,
  createApp,
  type Database,
  type Place,
  postgresPlace,
  redisPlace,
  sqlitePlace,
} from './kit.ts';
import { createJobTables } from './tables.mjs';

/** A store under test. */
export interface Store {
  readonly name: 'memory' | 'sqlite' | 'redis' | 'postgres';
  /** Another process with these jobs. It is stopped after the test. */
  open(list: readonly Job<never>[], options?: object): App;
  /** Runs waiting jobs, in a store whose jobs only tests run. */
  drain(app: App): Promise<void>;
}

let unique = 0;

/** A name for each test, because queues are persistent. */
export const fresh = (): string => `job-${process.pid}-${++unique}`;

/** Waits until a check holds. */
export const until = (check: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await check())) throw new Error('not yet');
    },
    { timeout: 15_000, interval: 20 },
  );

/** Runs the same cases on all stores. */
export function onEveryStore(cases: (store: Store) => void): void {
  const storeAt = (name: Store['name'], placeOf: () => Place): void => {
    const apps: App[] = [];
    afterEach(async () => {
      vi.restoreAllMocks();
      await Promise.all(apps.splice(0).map((app) => app.stop()));
    });
    cases({
      name,
      open(list, options = {}) {
        const app = createApp(placeOf(), list as readonly Job[], options);
        apps.push(app);
        return app;
      },
      async drain(app) {
        if (name === 'memory') await drain(app.jobs).catch(() => {});
      },
    });
  };

  describe('memory', () => {
    storeAt('memory', () => ({ options: { store: 'memory' }, openDatabase: () => undefined }));
  });

  describe('sqlite', () => {
    let place: ReturnType<typeof sqlitePlace>;
    beforeAll(async () => {
      place = sqlitePlace();
      const database = place.openDatabase();
      await createJobTables(database, false);
      await database.destroy();
    });
    afterAll(() => place.remove());
    storeAt('sqlite', () => place);
  });

  withRedis((url) => {
    describe('redis', { tags: ['full'] }, () => {
      storeAt('redis', () => redisPlace(url()));
    });
  });

  withPostgres((url) => {
    describe('postgres', { tags: ['full'] }, () => {
      beforeAll(async () => {
        const database = postgresPlace(url()).openDatabase() as Database;
        await createJobTables(database, true);
        await database.destroy();
      });
      storeAt('postgres', () => postgresPlace(url()));
    });
  });
}
