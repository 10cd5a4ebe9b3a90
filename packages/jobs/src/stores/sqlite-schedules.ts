import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nextTime } from '../cron.ts';
import type { Job } from '../job.ts';
import { runId } from '../store.ts';

/** The runs of schedules in the table `fw_jobs`. Each schedule has one planned run. */
export class SqliteSchedules {
  readonly #database: Kysely<never>;
  /** Jobs whose schedule has no next run yet, which the next look for jobs adds. */
  readonly #unplanned = new Set<Job>();

  constructor(database: Kysely<never>) {
    this.#database = database;
  }

  /** Plans the next run of a schedule, and deletes the runs of an earlier one. A run that is due is kept, so that it isn't lost. */
  async schedule(job: Job): Promise<void> {
    const { schedule } = job.definition;
    const now = Date.now();
    const next = schedule && nextTime(schedule, now);
    const isEarlier = next === undefined ? sql`true` : sql`run_at > ${now} and id <> ${runId(job, next)}`;
    await this.#run(sql`delete from fw_jobs where ${isPlanned(job)} and ${isEarlier}`);
    if (next === undefined) return;
    await this.#run(sql`update fw_jobs set payload = ${scheduledPayload(job)} where ${isPlanned(job)}`);
    await this.#plan(job, next);
  }

  /** Plans the next run of a schedule, if runs were claimed since the last one was planned. */
  async planAfter(job: Job, hasClaimed: boolean, next: number | undefined): Promise<void> {
    if (hasClaimed) this.#unplanned.add(job);
    if (next !== undefined && this.#unplanned.has(job)) await this.#plan(job, next);
  }

  /** Adds the run of a schedule at a time, unless one waits: after a pause of all processes, or of a busy one, one run follows. */
  async #plan(job: Job, next: number): Promise<void> {
    const { name } = job.definition;
    await this.#run(sql`
      insert into fw_jobs (id, name, payload, trace, run_at, created_at)
      select ${runId(job, next)}, ${name}, ${scheduledPayload(job)}, '{}', ${next}, ${Date.now()}
      where not exists (select 1 from fw_jobs where ${isPlanned(job)})
      on conflict do nothing
    `);
    this.#unplanned.delete(job);
  }

  async #run(query: RawBuilder<unknown>): Promise<void> {
    await query.execute(this.#database);
  }
}

/** Whether a row is a run of a schedule that has never begun. */
function isPlanned(job: Job): RawBuilder<unknown> {
  return sql`name = ${job.definition.name} and id like ${`${job.definition.name}@%`} and failed_at is null
    and lease_token is null and attempts = 0`;
}

function scheduledPayload({ definition: { schedule } }: Job): string {
  return JSON.stringify(schedule?.payload ?? {});
}
