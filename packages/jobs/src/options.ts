import { ConfigError, type ContainerInterface } from 'fw-runtime';
import type { Job } from './job.ts';
import { LEASE, readUrl } from './store.ts';

// A day, in ms: timers of Node have an upper limit.
const MAX_LEASE = 24 * 3_600_000;
const STORES = ['redis', 'postgres', 'sqlite', 'memory'] as const;

/** The key `jobs` of the configuration. */
export interface JobsOptions {
  /**
   * The store of the jobs. BullMQ runs those in `redis` and `postgres`. `sqlite` is a table in the database of the app, for one
   * machine. `memory` is for tests.
   */
  readonly store: (typeof STORES)[number];
  /** The jobs of the app; those of several files are added up. None when absent. */
  readonly list?: readonly Job[];
  /** `redis://…` or `postgres://…`; needed for these stores. */
  readonly url?: string;
  /** Whether `run()` also runs jobs, besides serving; true when absent. `fw run jobs` runs them in any case. */
  readonly workers?: boolean;
  /** In milliseconds: how long a job belongs to a process that has died; 30,000 when absent. */
  readonly lease?: number;
}

/** The options with their defaults. */
export type ReadJobsOptions = Required<Omit<JobsOptions, 'url'>> & Pick<JobsOptions, 'url'>;

/** @throws {@link ConfigError} that names the option */
export function readJobsOptions(container: ContainerInterface): ReadJobsOptions {
  const { jobs } = container.get<{ readonly jobs?: JobsOptions }>('config');
  const { store, list = [], url, workers = true, lease = LEASE } = jobs ?? ({} as Partial<JobsOptions>);
  must(store !== undefined && STORES.includes(store), 'store', `one of ${STORES.join(', ')}`, store);
  must(Array.isArray(list) && list.every(isJob), 'list', 'an array of jobs, made by job().handle()', list);
  must(typeof workers === 'boolean', 'workers', 'true or false', workers);
  must(!(lease < 1000), 'lease', 'at least 1000 milliseconds', lease);
  must(
    Number.isInteger(lease) && lease <= MAX_LEASE,
    'lease',
    'an integer of at most 86400000 (a day)',
    lease,
  );
  if (store === 'redis' || store === 'postgres') {
    const expected = `a URL that begins with "${store}://", whose password is percent-encoded`;
    // The URL may contain a password.
    must(
      readUrl(store, url) !== undefined,
      'url',
      expected,
      url === undefined || url === '' ? '' : 'other text',
    );
  }
  const names = list.map(({ definition }) => definition.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  must(twice === undefined, 'list', 'jobs with different names', twice);
  return { store: store as JobsOptions['store'], list, workers, lease, ...(url !== undefined && { url }) };
}

function isJob(value: unknown): boolean {
  return typeof (value as Partial<Job> | null)?.definition?.name === 'string';
}

function must(isRight: boolean, path: string, expected: string, received: unknown): void {
  if (isRight) return;
  throw new ConfigError([
    { file: undefined, path: `jobs.${path}`, expected, received: JSON.stringify(received) ?? 'nothing' },
  ]);
}
