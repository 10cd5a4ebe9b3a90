import { InvalidArgumentError } from 'fw-runtime';

/** When a job runs by itself. */
export interface Schedule {
  /** Five fields: minute, hour, day of the month, month, day of the week, such as `0 3 * * 1-5`. */
  readonly cron: string;
  /** A time zone such as `Europe/Berlin`; UTC when absent. */
  readonly timeZone?: string;
  /** The payload, before validation; `{}` when absent. */
  readonly payload?: unknown;
}

// In ms.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// The 29th of February falls on the same weekday again after at most 40 years.
const LAST_DAY = 40 * 366;

const MONTHS = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',');
const WEEKDAYS = 'sun,mon,tue,wed,thu,fri,sat'.split(',');
/** The fields in their order: the name, the lowest and the highest number, and the names of the numbers. */
const FIELDS: readonly (readonly [string, number, number, readonly string[]])[] = [
  ['minute', 0, 59, []],
  ['hour', 0, 23, []],
  ['day of the month', 1, 31, []],
  ['month', 1, 12, MONTHS],
  ['day of the week', 0, 7, WEEKDAYS],
];

/** A time zone: the milliseconds that its clocks are ahead of UTC. */
type Offset = (time: number) => number;

/**
 * The next time of a schedule, by the rules of the cron of Vixie. Clocks that are put forward skip times: the job runs right after
 * the change, unless it runs every hour anyway. Clocks that are put back repeat times: the job runs at the first one, unless it runs
 * every hour, or its minutes begin with `*`.
 *
 * @param after in milliseconds since 1970
 * @returns in milliseconds since 1970, always later than `after`
 * @throws {@link InvalidArgumentError} when a field is invalid, or no day matches
 */
export function nextTime({ cron, timeZone = 'UTC' }: Schedule, after: number): number {
  const fields = cron.trim().split(/\s+/);
  const must = (isRight: boolean, expected: string): void => {
    if (!isRight) throw new InvalidArgumentError('schedule.cron of job()', expected, cron);
  };
  must(fields.length === FIELDS.length, 'five fields such as "0 3 * * *"');
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) => {
    const numbers = numbersOf(field, index);
    must(typeof numbers !== 'string', `valid fields (${numbers})`);
    return numbers;
  }) as [number[], number[], number[], number[], number[]];
  const [isEveryDay, isEveryWeekday] = [2, 4].map((index) => /^[*?]/.test(fields[index] ?? ''));
  const isHourly = hours.length === 24;
  const repeats = isHourly || cron.trimStart().startsWith('*');
  const isDue = (day: Date): boolean => {
    const isDay = days.includes(day.getUTCDate());
    const isWeekday = weekdays.includes(day.getUTCDay());
    if (!months.includes(day.getUTCMonth() + 1)) return false;
    return isEveryDay || isEveryWeekday ? isDay && isWeekday : isDay || isWeekday;
  };

  const offset = offsetOf(timeZone);
  // From the day before, whose times may be repeated today, or be run late.
  const first = Math.floor((after + offset(after)) / DAY) * DAY - DAY;
  for (let day = first; day < first + LAST_DAY * DAY; day += DAY) {
    if (!isDue(new Date(day))) continue;
    const [before, later] = [offset(day - DAY), offset(day + 2 * DAY)];
    let next = Infinity;
    for (const hour of hours) {
      for (const minute of minutes) {
        const wall = day + hour * HOUR + minute * MINUTE;
        if (wall - Math.min(before, later) <= after) continue;
        if (wall - Math.max(before, later) >= next) break;
        const times = timesAt(wall, offset, before, later, isHourly);
        for (const time of repeats ? times : times.slice(0, 1)) if (time > after && time < next) next = time;
      }
    }
    if (next < Infinity) return next;
  }
  throw new InvalidArgumentError('schedule.cron of job()', 'fields that match a day of the calendar', cron);
}

/** The times at which the clocks show `wall`: one, two when they are put back, the time of the change when they skip it. */
function timesAt(
  wall: number,
  offset: Offset,
  before: number,
  later: number,
  isHourly: boolean,
): readonly number[] {
  if (before === later) return [wall - before];
  const times = [wall - before, wall - later].filter((time) => offset(time) === wall - time);
  if (times.length > 0 || isHourly) return times.toSorted((a, b) => a - b);
  let [old, changed] = [wall - DAY - later, wall + DAY - before];
  while (changed - old > MINUTE) {
    const middle = old + Math.floor((changed - old) / MINUTE / 2) * MINUTE;
    if (offset(middle) === before) old = middle;
    else changed = middle;
  }
  return [changed];
}

function offsetOf(timeZone: string): Offset {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (time) => {
    const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(time)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
  };
}

/** The sorted numbers that a field such as `1,5-10/2` matches, or the reason why it is invalid. */
function numbersOf(field: string, index: number): number[] | string {
  const [name, lowest, highest, names] = FIELDS[index] as (typeof FIELDS)[number];
  const numberOf = (text: string): number => {
    const named = names.indexOf(text.toLowerCase());
    return named === -1 ? (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN) : named + lowest;
  };
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1', ...more] = part.split('/');
    const isAll = range === '*' || (range === '?' && (index === 2 || index === 4));
    const ends = isAll ? [lowest, highest] : range.split('-').map(numberOf);
    const [from = Number.NaN, to = part.includes('/') ? highest : from] = ends;
    if (!(from >= lowest && from <= to && to <= highest) || ends.length > 2)
      return `${name}: "${part}" isn't within ${lowest}-${highest}`;
    if (!/^[1-9]\d?$/.test(step) || more.length > 0) return `${name}: "${part}" has an invalid step`;
    // Sunday is 0 and 7.
    for (let number = from; number <= to; number += Number(step))
      found.add(index === 4 ? number % 7 : number);
  }
  return [...found].toSorted((a, b) => a - b);
}
