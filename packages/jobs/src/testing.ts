/**
 * Tests of background jobs, with the store `memory`.
 *
 * @example
 * expect(await enqueued(jobs, SendWelcome)).toEqual([{ userId: '7' }]);
 * await drain(jobs);
 *
 * @module
 */
import type { Job } from './job.ts';
import type { Jobs } from './jobs.ts';
import { JobStoreError } from './store.ts';
import { MemoryStore } from './stores/memory.ts';

/**
 * Returns the payloads of the jobs of a kind that wait.
 *
 * @param jobs the service `Jobs` of the container under test
 * @param job the kind of job
 * @throws {@link JobStoreError} with another store than `memory`
 * @example expect(await enqueued(jobs, SendWelcome)).toEqual([{ userId: '7' }]);
 */
export async function enqueued<Input>(jobs: Jobs, job: Job<Input>): Promise<Input[]> {
  return (await memoryOf(jobs)).payloads(job as Job) as Input[];
}

/**
 * Runs all jobs that wait, and the jobs that they enqueue. Delays and the time between attempts are left out.
 *
 * @param jobs the service `Jobs` of the container under test
 * @throws the error of the first job that failed in each attempt
 * @throws {@link JobStoreError} with another store than `memory`
 * @example await drain(jobs);
 */
export async function drain(jobs: Jobs): Promise<void> {
  const store = await memoryOf(jobs);
  await store.drain(jobs.runner(store, new AbortController().signal));
}

async function memoryOf(jobs: Jobs): Promise<MemoryStore> {
  const store = await jobs.open();
  if (store instanceof MemoryStore) return store;
  throw new JobStoreError(
    'enqueued() and drain() need the store "memory": run the tests with NODE_ENV=test, and set jobs.store in config/autoload/jobs.test.ts.',
  );
}
