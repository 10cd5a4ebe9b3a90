import type { Job as BullJob, Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTime } from '../cron.ts';
import { attemptsOf, type Job } from '../job.ts';
import { runId } from '../store.ts';
import { type BullData, type Engine, RULES } from './bull-engine.ts';
import type { BullQueues } from './bull-queues.ts';

// How often a start tries again after another process has changed the same schedule.
const MAX_RACES = 20;
/** The deduplication id of the planned run of a schedule. Keys of users have a prefix. */
const PLANNED = 'schedule';

/** The runs of schedules in BullMQ. Each schedule has one planned run. */
export class BullSchedules {
  readonly #engine: Pick<Engine, 'fail'>;
  readonly #queues: BullQueues;

  constructor(engine: Pick<Engine, 'fail'>, queues: BullQueues) {
    this.#engine = engine;
    this.#queues = queues;
  }

  /**
   * Plans the next run of a schedule: a delayed job, whose deduplication id finds it. A run that is due is kept, so that it isn't lost.
   * Other processes may do the same at this time.
   */
  async schedule(job: Job): Promise<void> {
    const { name, schedule } = job.definition;
    const queue = await this.#queues.open(name);
    for (let race = 1; ; race++) {
      try {
        const now = Date.now();
        const id = await queue.getDeduplicationJobId(PLANNED);
        const planned = id ? await queue.getJob(id) : undefined;
        if (planned === undefined || (await planned.isActive())) {
          if (schedule !== undefined) await this.#plan(queue, job, now);
          return;
        }
        const isEarlier =
          timeOf(planned) > now && planned.id !== (schedule && runId(job, nextTime(schedule, now)));
        if (schedule !== undefined && !isEarlier) return await planned.updateData(scheduledData(job));
        await planned.remove();
      } catch (error) {
        if (race === MAX_RACES) this.#engine.fail(error);
        await sleep(race * 10 * Math.random());
      }
    }
  }

  /** Plans the next run when a planned run begins. */
  async planAfter(job: Job, bull: BullJob<BullData>): Promise<true> {
    if (job.definition.schedule === undefined || !isOfSchedule(bull)) return true;
    const queue = await this.#queues.open(job.definition.name);
    await bull.removeDeduplicationKey();
    await this.#plan(queue, job, Math.max(Date.now(), timeOf(bull)));
    return true;
  }

  /** Adds the next run, unless one is planned. Where the clock was put back, the next times may have been run already. */
  async #plan(queue: Queue<BullData>, job: Job, after: number): Promise<void> {
    const { name, schedule = { cron: '' } } = job.definition;
    let next = after;
    do {
      next = nextTime(schedule, next);
      const timestamp = Date.now();
      await queue.add(name, scheduledData(job), {
        ...RULES,
        attempts: attemptsOf(job),
        jobId: runId(job, next),
        timestamp,
        delay: Math.max(0, next - timestamp),
        deduplication: { id: PLANNED },
      });
    } while (
      !(await queue.getDeduplicationJobId(PLANNED)) &&
      (await (await queue.getJob(runId(job, next)))?.isCompleted())
    );
  }
}

/** Whether a job is the next run of a schedule, which belongs to the schedule. */
export function isNextRun(bull: BullJob<BullData>): boolean {
  return isOfSchedule(bull) && bull.attemptsMade === 0;
}

function isOfSchedule({ id = '' }: BullJob<BullData>): boolean {
  return id.includes('@');
}

/** The time of a run of a schedule, which its id contains. */
function timeOf({ id = '' }: BullJob<BullData>): number {
  return Number(id.slice(id.indexOf('@') + 1));
}

function scheduledData({ definition: { schedule } }: Job): BullData {
  return { payload: schedule?.payload ?? {} };
}
