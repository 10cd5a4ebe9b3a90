import { job } from 'fw-jobs';
import { describe, expect, test } from 'vitest';

describe('job()', () => {
  test.each([
    [{ name: 'Send' }, 'The argument name of job() must be lower-case words with "-" between'],
    [{ name: 'a:b' }, 'name of job()'],
    [{ name: 'a', attempts: 0 }, 'attempts of job() must be an integer of at least 1'],
    [{ name: 'a', concurrency: 1.5 }, 'concurrency of job() must be an integer of at least 1'],
    [{ name: 'a', backoff: { delay: -1 } }, 'backoff.delay of job() must be milliseconds'],
    [{ name: 'a', backoff: { max: Number.NaN } }, 'backoff.max of job() must be milliseconds'],
    [{ name: 'a', schedule: { cron: '0 0 3 * * *' } }, 'schedule.cron of job() must be five fields'],
    [
      { name: 'a', schedule: { cron: '61 * * * *' } },
      'schedule.cron of job() must be valid fields (minute: "61" isn\'t within 0-59)',
    ],
    [
      { name: 'a', schedule: { cron: '0 3 * * *', timeZone: 'Berlin' } },
      'schedule.timeZone of job() must be a time zone such as "Europe/Berlin"',
    ],
  ])('%j is an error that names the option', (definition, message) => {
    expect(() => job(definition)).toThrow(message);
  });

  test('a handler that is not a function is an error', () => {
    expect(() => job({ name: 'a' }).handle(5 as never)).toThrow('handler of job() must be a function');
  });
});
