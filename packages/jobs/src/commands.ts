import { type Command, command } from 'fw-runtime/command';
import { UsageError } from 'fw-runtime';
import { once } from 'node:events';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { Jobs } from './jobs.ts';
import { JOB_STATES, type JobState, JobStoreError } from './store.ts';
import { JobWorker } from './worker.ts';

/** Commands for `config/commands.ts`: `jobs`, `jobs:list`, `jobs:retry` and `jobs:discard`. */
export const jobCommands: readonly Command<never>[] = [
  command({ name: 'jobs', summary: 'Runs jobs until the process is stopped' }).handle(
    [JobWorker],
    async ({ signal }, worker) => {
      await worker.work();
      console.log('Running jobs; stop with Ctrl-C.');
      if (!signal.aborted) await once(signal, 'abort');
    },
  ),
  command({
    name: 'jobs:list',
    summary: 'Lists the jobs of a state; those that failed when none is given',
    flags: flags<{ state: JobState; limit: number }>({
      state: { type: 'string', enum: JOB_STATES, default: 'failed', description: JOB_STATES.join(', ') },
      limit: { type: 'integer', default: 50, description: 'at most this number of each kind' },
    }),
  }).handle([Jobs], ({ flags: { state, limit } }, jobs) => jobs.list(state, limit)),
  command({
    name: 'jobs:retry',
    summary: 'Runs a failed job again, or all of them',
    flags: flags<Chosen>({ id: { type: 'string' }, all: { type: 'boolean', default: false } }),
  }).handle([Jobs], ({ flags }, jobs) => forEach(jobs, flags, (id) => jobs.retry(id), 'retried')),
  command({
    name: 'jobs:discard',
    summary: 'Deletes a job, or all that failed',
    flags: flags<Chosen>({ id: { type: 'string' }, all: { type: 'boolean', default: false } }),
  }).handle([Jobs], ({ flags }, jobs) => forEach(jobs, flags, (id) => jobs.discard(id), 'discarded')),
];

/** The jobs that a command changes. */
interface Chosen {
  readonly id?: string;
  readonly all: boolean;
}

const ALL = 10_000;

async function forEach(
  jobs: Jobs,
  { id, all }: Chosen,
  change: (id: string) => Promise<boolean>,
  outcome: 'retried' | 'discarded',
): Promise<Record<string, number>> {
  if ((id === undefined) !== all) throw new UsageError('Pass either --id or --all.');
  const ids = id === undefined ? (await jobs.list('failed', ALL)).map((job) => job.id) : [id];
  let count = 0;
  for (const each of ids) if (await change(each)) count++;
  if (id !== undefined && count === 0)
    throw new JobStoreError(`There is no job with the id "${id}" in this state.`);
  return { [outcome]: count };
}

/** One flag, as JSON Schema. */
interface Property {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

/** A schema of flags, without a schema library. */
function flags<T extends object>(
  properties: Readonly<Record<keyof T, Property>>,
): StandardSchemaV1<T, T> & StandardJSONSchemaV1<T, T> {
  const all = Object.entries<Property>(properties);
  const initial = Object.fromEntries(
    all
      .filter(([, { default: value }]) => value !== undefined)
      .map(([key, property]) => [key, property.default]),
  );
  const errorOf = (property: Property, value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    if (property.enum?.includes(value as string) === false)
      return `expected one of ${property.enum.join(', ')}`;
    const isRight =
      property.type === 'integer'
        ? Number.isInteger(value) && (value as number) > 0
        : typeof value === property.type;
    return isRight
      ? undefined
      : `expected ${property.type === 'integer' ? 'a number above 0' : `a ${property.type}`}`;
  };
  const describe = (): Record<string, unknown> => ({ type: 'object', properties });
  return {
    '~standard': {
      version: 1,
      vendor: 'fw-jobs',
      validate(given) {
        const value = { ...initial, ...(given as object) } as Record<string, unknown>;
        const issues = all.flatMap((entry) => {
          const message = errorOf(entry[1], value[entry[0]]);
          return message === undefined ? [] : [{ message, path: [entry[0]] }];
        });
        return issues.length > 0 ? { issues } : { value: value as T };
      },
      jsonSchema: { input: describe, output: describe },
    },
  };
}
