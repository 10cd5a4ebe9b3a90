import { CronExpressionParser } from 'cron-parser';

/** When a job runs by itself. */
export interface Schedule {
  /** Five fields: minute, hour, day of the month, month, day of the week, such as `0 3 * * 1-5`. */
  readonly cron: string;
  /** A time zone such as `Europe/Berlin`; UTC when absent. */
  readonly timeZone?: string;
  /** The payload, before validation; `{}` when absent. */
  readonly payload?: unknown;
}

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
