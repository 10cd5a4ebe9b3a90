import { describe, expect, test } from 'vitest';
import { nextTime } from '../src/cron.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

/** The next times, as a clock in the zone shows them, with their offset. */
function timesOf(cron: string, timeZone: string, after: string, count: number): string[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  });
  let time = Date.parse(after);
  return Array.from({ length: count }, () => {
    time = nextTime({ cron, timeZone }, time);
    return format.format(time).replace(', ', ' ').replace(' GMT', '');
  });
}

describe('clocks that move forward', () => {
  test.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['29 03:00+02:00', '30 02:30+02:00']],
    [
      '0,30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['29 03:00+02:00', '29 03:30+02:00', '30 02:00+02:00'],
    ],
    ['*/15 * * * *', 'Europe/Berlin', '2026-03-29T00:40Z', ['29 01:45+01:00', '29 03:00+02:00']],
    ['15 * * * *', 'Europe/Berlin', '2026-03-29T00:10Z', ['29 01:15+01:00', '29 03:15+02:00']],
    ['0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', ['24 01:00+03:00', '25 00:00+03:00']],
    ['0 0 * * 5', 'Africa/Cairo', '2026-04-20T12:00Z', ['24 01:00+03:00', '01 00:00+03:00']],
    ['0 */6 * * *', 'Africa/Cairo', '2026-04-23T16:00Z', ['24 01:00+03:00', '24 06:00+03:00']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['04 02:30+11:00', '05 02:15+11:00']],
  ])('%s in %s from %s', (cron, timeZone, after, expected) => {
    expect(timesOf(cron, timeZone, after, expected.length)).toEqual(expected);
  });
});

describe('clocks that move back', () => {
  test.each([
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['25 02:30+02:00', '26 02:30+01:00']],
    ['0 */2 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', ['25 02:00+02:00', '25 04:00+01:00']],
    [
      '30 * * * *',
      'Europe/Berlin',
      '2026-10-25T00:00Z',
      ['25 02:30+02:00', '25 02:30+01:00', '25 03:30+01:00'],
    ],
    [
      '*/30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T23:50Z',
      ['25 02:00+02:00', '25 02:30+02:00', '25 02:00+01:00'],
    ],
    [
      '*/15 * * * *',
      'Pacific/Chatham',
      '2026-04-04T13:50Z',
      ['05 02:45+12:45', '05 03:00+12:45', '05 03:15+12:45'],
    ],
    ['15 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:15:01Z', ['05 02:15+10:30']],
    ['0 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', ['05 01:00+11:00', '06 01:00+10:30']],
  ])('%s in %s from %s', (cron, timeZone, after, expected) => {
    expect(timesOf(cron, timeZone, after, expected.length)).toEqual(expected);
  });
});

describe('the fields', () => {
  test.each([
    ['0 3 * * *', '2026-01-01T03:00:00.000Z'],
    ['59 23 31 12 *', '2026-12-31T23:59:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
    ['0 0 * * sun', '2026-01-04T00:00:00.000Z'],
    ['0 0 * * 7', '2026-01-04T00:00:00.000Z'],
    ['0 0 ? FEB MON-fri/2', '2026-02-02T00:00:00.000Z'],
    ['0 0 13 * 5', '2026-01-02T00:00:00.000Z'],
    ['0 0 */2 * 5', '2026-01-09T00:00:00.000Z'],
    ['50/5 1,2-4 * * *', '2026-01-01T01:50:00.000Z'],
  ])('%s first matches %s', (cron, expected) => {
    expect(new Date(nextTime({ cron }, Date.parse('2026-01-01T00:00:30Z'))).toISOString()).toBe(expected);
  });

  test.each([
    ['0 0 31 4,6 *', 'fields that match a day of the calendar, not "0 0 31 4,6 *"'],
    ['0 0 30 2 *', 'fields that match a day of the calendar'],
    ['60 * * * *', 'valid fields (minute: "60" isn\'t within 0-59)'],
    ['0 24 * * *', 'hour: "24" isn\'t within 0-23'],
    ['0 0 0 * *', 'day of the month: "0"'],
    ['0 0 * 13 *', 'month: "13"'],
    ['0 0 * * 8', 'day of the week: "8"'],
    ['5-1 * * * *', 'minute: "5-1"'],
    ['*/0 * * * *', 'minute: "*/0" has an invalid step'],
    ['1/2/3 * * * *', 'invalid step'],
    ['1-2-3 * * * *', 'minute: "1-2-3"'],
    ['1, * * * *', 'minute: ""'],
    ['L * * * *', 'minute: "L"'],
    ['-1 * * * *', 'minute: "-1"'],
    ['1.5 * * * *', 'minute: "1.5"'],
    ['0 0 * *', 'five fields'],
    ['@daily', 'five fields'],
    ['', 'five fields'],
  ])('%j is an error', (cron, message) => {
    expect(() => nextTime({ cron }, 0)).toThrow(message);
  });
});

// Every minute of two years, from the clock of the zone.
describe('all changes of 2026 and 2027 in the zones with the rarest rules', () => {
  const CRONS = [
    '0 0 * * *',
    '30 0 * * *',
    '30 2 * * *',
    '*/15 * * * *',
    '15 * * * *',
    '0 */6 * * *',
    '0 0 * * 5',
    '0 1 * * *',
  ];
  const ZONES = [
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/Havana',
    'America/Nuuk',
    'Atlantic/Azores',
    'Pacific/Chatham',
  ];
  const MINUTE = 60_000;

  for (const { some, tags } of essentialFirst(ZONES))
    test.each(some)('%s', { tags }, (timeZone) => {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      });
      const shown = (time: number): number => {
        const [, month, day, year, hour, minute] = (
          /(\d+)\/(\d+)\/(\d+), (\d+):(\d+)/.exec(format.format(time)) ?? []
        ).map(Number);
        return Date.UTC(year as number, (month as number) - 1, day, hour, minute);
      };
      const offset = (time: number): number => shown(time) - time;
      const step = 360 * MINUTE;
      let changes = 0;
      for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2028, 0, 1); time += step) {
        if (offset(time) === offset(time + step)) continue;
        changes++;
        const [first, last] = [time - 36 * 60 * MINUTE, time + 36 * 60 * MINUTE];
        const clocks: number[] = [];
        for (let minute = first - MINUTE; minute <= last; minute += MINUTE) clocks.push(shown(minute));
        for (const cron of CRONS) {
          const [minutes = '', hours = '', , , weekday = ''] = cron.split(' ');
          const matches = (field: string, value: number): boolean =>
            field === '*' ||
            (field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : value === Number(field));
          const isDue = (clock: number): boolean => {
            const date = new Date(clock);
            return (
              matches(minutes, date.getUTCMinutes()) &&
              matches(hours, date.getUTCHours()) &&
              matches(weekday, date.getUTCDay())
            );
          };
          const isHourly = hours === '*';
          const expected: number[] = [];
          let latest = clocks[0] as number;
          for (const [index, clock] of clocks.entries()) {
            if (index === 0) continue;
            let runs = isDue(clock) && (isHourly || clock > latest);
            let skipped = (clocks[index - 1] as number) + MINUTE;
            for (; skipped < clock; skipped += MINUTE) runs ||= !isHourly && isDue(skipped);
            if (runs) expected.push(first + (index - 1) * MINUTE);
            latest = Math.max(latest, clock);
          }
          const actual: number[] = [];
          for (
            let next = nextTime({ cron, timeZone }, first - 1);
            next <= last;
            next = nextTime({ cron, timeZone }, next)
          )
            actual.push(next);
          expect([cron, actual]).toEqual([cron, expected]);
        }
      }
      expect(changes).toBeGreaterThanOrEqual(4);
    });
});
