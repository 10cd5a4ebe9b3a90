import type { ContainerInterface, Logger } from 'fw-runtime';
import { errorOf } from './error-of.ts';
import { attemptsOf, delayAfter } from './job.ts';
import { parsePayload } from './payload.ts';
import type { JobStore, RunDelivery } from './store.ts';
import { inTrace } from './trace.ts';

/**
 * Runs handlers with the services of a container.
 *
 * @param stop aborted when the process shuts down and can't wait for the jobs
 */
export function runnerOf(
  container: ContainerInterface,
  store: JobStore,
  logger: Pick<Logger, 'error' | 'warn'>,
  stop: AbortSignal,
): RunDelivery {
  return async (job, { id, payload, attempt, trace }) => {
    const { name } = job.definition;
    const run = async (): Promise<'done'> => {
      try {
        const input = { payload: await parsePayload(job, payload), id, attempt, signal: stop };
        let isOpen = false;
        await job.run(container, {
          ...input,
          async once(work) {
            // A call within the first one would wait for its transaction.
            if (isOpen) return undefined;
            isOpen = true;
            try {
              return await store.once(id, work as never);
            } finally {
              isOpen = false;
            }
          },
        });
        return 'done';
      } catch (thrown) {
        // The only place where a thrown value is read: tracing, the log and the store get an error.
        throw errorOf(thrown);
      }
    };
    try {
      return await inTrace(trace, name, id, run);
    } catch (err) {
      if (stop.aborted) {
        logger.warn({ job: name, id }, `The job "${name}" was aborted by the shutdown; it runs again.`);
        return 'released';
      }
      const isLast = attempt >= attemptsOf(job);
      const next = isLast
        ? 'it is a dead letter now'
        : `it runs again in ${delayAfter(job, attempt) / 1000} s`;
      const message = `The job "${name}" failed in attempt ${attempt}; ${next}.`;
      try {
        logger.error({ err, job: name, id, attempt }, message);
      } catch {
        // A logger may fail for the other properties of an error.
        logger.error({ err: new Error(errorOf(err).message), job: name, id, attempt }, message);
      }
      throw err;
    }
  };
}
