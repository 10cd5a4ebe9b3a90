import { CronExpressionParser } from 'cron-parser';
import type { Schedule } from './job.ts';

/**
 * The next time of a schedule, in milliseconds since 1970.
 *
 * @throws Error when the fields are invalid
 */
export function nextTime({ cron, timeZone = 'UTC' }: Schedule, after: number): number {
  return CronExpressionParser.parse(cron, { currentDate: new Date(after), tz: timeZone })
    .next()
    .getTime();
}
