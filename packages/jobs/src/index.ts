/**
 * Background jobs and schedules, on Redis, PostgreSQL or SQLite.
 *
 * @example
 * const SendWelcome = job({ name: 'send-welcome', payload: z.object({ userId: z.string() }) }).handle(
 *   [Mailer],
 *   async ({ payload }, mailer) => mailer.welcome(payload.userId),
 * );
 * await jobs.enqueue(SendWelcome, { userId: '7' });
 *
 * @module
 */
export { jobCommands } from './commands.ts';
export { type Backoff, type Job, job, type JobBuilder, type JobDefinition, type JobInput } from './job.ts';
export { type EnqueueOptions, Jobs } from './jobs.ts';
export type { JobsOptions } from './options.ts';
export { jobsProvider } from './provider.ts';
export { type JobState, JobStoreError, type ListedJob } from './store.ts';
export { JobWorker } from './worker.ts';
export type { Schedule } from './cron.ts';
