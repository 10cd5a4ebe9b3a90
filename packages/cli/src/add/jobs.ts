import { CommandError } from '#command-line/errors';
import type { Answers, Flag } from '#command-line/flag';
import { createMigration } from '../generate/resource/migration-file.ts';
import { hasDatabase } from '../generate/resource/tables.ts';
import type { Change } from '../generate/engine/change.ts';
import type { GeneratedProject, Generator } from '../generate/engine/generator.ts';
import { type Packages, requirePackages } from '../generate/engine/installation.ts';
import { createJobList } from '../generate/kinds/job.ts';
import { addCommand } from '../generate/kinds/command-program.ts';
import { database } from './database.ts';
import { createOnce, nodeOnly, valuesFor } from './middleware-addition.ts';
import { packageSpec } from './package-spec.ts';
import { addProvider } from './providers-file.ts';
import { fwCommand } from '../project/typed-command.ts';

const STORES = {
  sqlite: "in the app's SQLite database: no server needed, for one machine; adds the database too",
  postgres: "in the app's PostgreSQL database, for many machines; adds the database too",
  redis: 'in Redis, for many machines',
} as const;

const PACKAGES: Readonly<Record<string, Packages>> = {
  sqlite: {},
  postgres: { bullmq: '^6.7.0', pg: '^8.23.1' },
  redis: { bullmq: '^6.7.0', ioredis: '^6.0.0' },
};

const NOTES: Readonly<Record<string, readonly string[]>> = {
  postgres: ['Set DATABASE_URL=postgres://… in .env first'],
  redis: ['The app connects to redis://127.0.0.1:6379, or to REDIS_URL in .env'],
};

const CONFIG_FILE = 'config/autoload/jobs.global.ts';

const storeQuestion: Flag<GeneratedProject> = {
  name: 'store',
  placeholder: '<store>',
  message: 'Store',
  help: 'the store',
  choices: STORES,
  initial: () => 'sqlite',
};

/** Background jobs and schedules. */
export const jobs: Generator = {
  kind: 'jobs',
  summary: 'Background jobs and schedules, on SQLite, PostgreSQL or Redis',
  questions: [storeQuestion],
  examples: ['jobs --store redis'],
  rejection: nodeOnly('jobs', 'processes that keep running'),

  async plan(project, answers, change) {
    const { store = 'sqlite' } = answers;
    const other = configuredStore(change);
    if (other !== undefined && other !== store) {
      throw new CommandError(
        `Nothing was written, because ${CONFIG_FILE} has the store "${other}": remove it to choose another one.`,
      );
    }
    const values = {
      ...valuesFor(project, 'jobs', answers),
      redis: store === 'redis',
      postgres: store === 'postgres',
    };
    const notes = store === 'redis' ? [] : await addTables(project, store, change);
    requirePackages(change, {
      'fw-jobs': packageSpec('fw-jobs', project, change, process.env),
      ...PACKAGES[store],
    });
    addProvider(change, { name: 'jobsProvider', from: 'fw-jobs' });
    createJobList(change);
    await createOnce(change, CONFIG_FILE, 'add/jobs/global.ts', values);
    await createOnce(change, 'config/autoload/jobs.test.ts', 'add/jobs/test-config.ts', values);
    await createOnce(change, 'test/jobs.test.ts', 'add/jobs/test.ts', values);
    await addCommand(change, '...jobCommands', { name: 'jobCommands', from: 'fw-jobs' });
    const services = ['Jobs', 'JobWorker', ...(store === 'redis' ? [] : ['Database'])];
    return {
      services,
      notes: [...(NOTES[store] ?? []), ...notes, `Generate a job: ${fwCommand()} generate job send-welcome`],
    };
  },
};

/** The store in the configuration of jobs; undefined when the project has none, or a store that isn't a literal. */
export function configuredStore(change: Pick<Change, 'read'>): string | undefined {
  return /^(?!\s*\/\/).*\bstore:\s*['"`](\w+)['"`]/m.exec(change.read(CONFIG_FILE) ?? '')?.[1];
}

/** Adds the tables of a store, and the database when the project has none. */
async function addTables(
  project: GeneratedProject,
  store: string,
  change: Change,
): Promise<readonly string[]> {
  const problem = database.rejection?.(project);
  if (problem !== undefined) throw new CommandError(`Nothing was written: ${problem}. Use --store redis.`);
  if (!hasDatabase(project)) await database.plan(project, {} satisfies Answers, change);
  return createMigration(project, change, 'create-jobs', {}, `add/jobs/${store}.ts`);
}
