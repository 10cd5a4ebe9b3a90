import { expect, test } from 'vitest';
import { timeLimits } from '../../../src/server/node/node-server.ts';

test.each<[config: object, headers: number, request: number, checkingInterval: number]>([
  [{}, 60_000, 300_000, 30_000],
  [{ headers_timeout: 100 }, 100, 300_000, 100],
  [{ request_timeout: 200 }, 200, 200, 200],
  [{ headers_timeout: 500, request_timeout: 400 }, 400, 400, 400],
  [{ headers_timeout: 300, request_timeout: 400 }, 300, 400, 300],
  [{ headers_timeout: 0 }, 0, 300_000, 30_000],
  [{ request_timeout: 0 }, 60_000, 0, 30_000],
  [{ headers_timeout: 0, request_timeout: 0 }, 0, 0, 30_000],
  [{ headers_timeout: 0, request_timeout: 700 }, 0, 700, 700],
])(
  '%j limits the headers to %i ms and the request to %i ms, which are checked every %i ms (S5)',
  (config, headers, request, checkingInterval) => {
    expect(timeLimits(config)).toEqual({ headers, request, checkingInterval });
  },
);
