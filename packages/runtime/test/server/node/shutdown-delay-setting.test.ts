import { expect, test } from 'vitest';
import { shutdownDelay } from '../../../src/server/node/run-options.ts';

test.each<[delay: number, configured: number | undefined, variable: string | undefined]>([
  [0, undefined, undefined],
  [0, 0, ''],
  [5000, 5, undefined],
  [5000, 5, ''],
  [1500, 5, '1.5'],
  [0, 5, '0'],
  [3_600_000, 5, '3600'],
  [3_600_000, 3600, undefined],
])(
  'a server waits %d ms with shutdown_delay %s and SHUTDOWN_DELAY %j (S4)',
  (delay, configured, variable) => {
    const config = configured === undefined ? {} : { shutdown_delay: configured };
    expect(shutdownDelay(config, { SHUTDOWN_DELAY: variable })).toBe(delay);
  },
);

test.each(['-1', '3601', '5000', '5s', 'NaN'])('SHUTDOWN_DELAY %j is rejected (S4)', (variable) => {
  expect(() => shutdownDelay({ shutdown_delay: 5 }, { SHUTDOWN_DELAY: variable })).toThrow(
    `The argument environment variable SHUTDOWN_DELAY must be a number of seconds from 0 to 3600, not "${variable}"`,
  );
});

test.each([-1, 3601, Number.NaN])('server.shutdown_delay %d is rejected (S4)', (configured) => {
  expect(() => shutdownDelay({ shutdown_delay: configured }, {})).toThrow(
    `The argument setting server.shutdown_delay must be a number of seconds from 0 to 3600, not ${configured}`,
  );
});
