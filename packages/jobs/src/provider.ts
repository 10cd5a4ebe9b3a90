import { type Config, type ConfigProvider, type ContainerInterface, defineProvider } from 'fw-runtime';
import type { Kysely } from 'kysely';
import { Jobs } from './jobs.ts';
import { readJobsOptions } from './options.ts';
import { JobWorker } from './worker.ts';

// In ms: `server.shutdown_timeout` when absent, and what is left of it for everything else.
const SHUTDOWN_TIMEOUT = 10_000;
const REST = 2000;

/**
 * The provider of the services `Jobs` and `JobWorker` for `config/providers.ts`: it reads the options under `jobs` of the
 * configuration. `run()` starts the worker.
 */
export const jobsProvider: ConfigProvider = defineProvider('fw-jobs', {
  dependencies: {
    factories: { Jobs: createJobs, JobWorker: createWorker },
    start: ['JobWorker'],
  },
});

function createJobs(container: ContainerInterface): Jobs {
  const options = readJobsOptions(container);
  const logger = container.has('Logger') ? container.get('Logger') : console;
  // Created here, so that it is disposed of after the jobs.
  const needsDatabase = options.store !== 'redis' && container.has('Database');
  const database = needsDatabase ? container.get<Kysely<never>>('Database') : undefined;
  return new Jobs(options, container, logger, database);
}

async function createWorker(container: ContainerInterface): Promise<JobWorker> {
  const { list, workers } = readJobsOptions(container);
  const { server = {} } = container.get<Config>('config');
  const timeout = server.shutdown_timeout ?? SHUTDOWN_TIMEOUT;
  // Created before the worker, so that they are disposed of after it, and a missing one is an error at the start.
  await Promise.all(list.flatMap((job) => job.services.map((id) => container.get<unknown>(id as never))));
  return new JobWorker(container.get(Jobs), list, workers, Math.max(timeout - REST, timeout / 2));
}
