// Sends random oversized requests to contracts. Each response is bounded by its request, and time grows linearly with the size.
// `FW_CONTRACT_RUNS=10000 npx vitest run --project packages contract/oversized` sends as many as it says, which takes minutes.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applications, type Oversized, oversized, responseTo, sentOf } from './oversized.ts';

const RUNS = Number(process.env['FW_CONTRACT_RUNS'] ?? 60);
const TIMEOUT = 20_000 + RUNS * 500;
// Each of these sends seventeen requests of 16,000 fields.
const TIMED_RUNS = Math.max(6, Math.ceil(RUNS / 16));
const SMALLER = 16;

const libraries = ['zod', 'valibot', 'arktype'] as const;
/** A form whose every field has an issue of its own. */
const FREE_KEYS = {
  variant: 'b',
  schema: 'record',
  place: 'form',
  letters: 'plain',
  accept: '*/*',
  count: 16_000,
  length: 1,
  isMap: true,
  depth: 0,
} as const;

test(
  'a contract responds with at most 16 KB and twice the size of the request',
  { timeout: TIMEOUT },
  async () => {
    const limited = applications();
    const unlimited = applications(1_000_000);
    await fc.assert(
      fc.asyncProperty(oversized, fc.boolean(), async (given, isLimited) => {
        const sent = sentOf(given);
        const { status, size } = await responseTo(isLimited ? limited : unlimited, given, sent);

        expect([200, 400, 413, 422]).toContain(status);
        expect(size).toBeLessThanOrEqual(16 * 1024 + 2 * sent.size);
      }),
      { numRuns: RUNS },
    );
  },
);

test(
  'a contract takes as long for one request as for sixteen of a sixteenth of it',
  { tags: ['full'], timeout: TIMEOUT },
  async () => {
    const apps = applications(1_000_000);
    const timeOf = async (given: Oversized, times: number): Promise<number> => {
      const sent = sentOf(given);
      const start = process.cpuUsage();
      for (let time = 0; time < times; time++) await responseTo(apps, given, sent);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    await fc.assert(
      fc.asyncProperty(oversized, async (random) => {
        const large = {
          ...random,
          count: Math.max(random.count, 16_000),
          length: Math.min(random.length, 10),
        };
        const small = { ...large, count: Math.ceil(large.count / SMALLER) };
        // In milliseconds of the processor. What is quadratic takes sixteen times as long each time.
        let best = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < 5 && best > 1; attempt++) {
          const many = await timeOf(small, SMALLER);
          best = Math.min(best, (await timeOf(large, 1)) / (2.5 * many + 50));
        }

        expect(best).toBeLessThanOrEqual(1);
      }),
      { numRuns: TIMED_RUNS, examples: libraries.map((library): [Oversized] => [{ ...FREE_KEYS, library }]) },
    );
  },
);
