import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert, asyncProperty, nat } from 'fast-check';
import { best, growthViolation, memoryViolation, OUTPUT, type Reading, TIME } from './hostile/measure.ts';
import { createParsers, type Parser } from './hostile/parsers.ts';
import { createOtherParsers } from './hostile/other-parsers.ts';
import { type Recipe, recipes, textOf, worstCases } from './hostile/texts.ts';

const KB = 1024;
// The same strings in each run, so that a failure is caused by the change; another seed finds other strings.
const seed = Number(process.env['FW_FUZZ_SEED'] ?? 1);

let parsers: readonly Parser[];
const removals: (() => Promise<void>)[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeAll(async () => {
  const created = [await createParsers(), await createOtherParsers()];
  parsers = created.flatMap((each) => each.parsers);
  removals.push(...created.map(({ remove }) => remove));
  process.on('unhandledRejection', note);
});

afterAll(async () => {
  process.off('unhandledRejection', note);
  for (const remove of removals) await remove();
});

/** Reads a string of the last size and, if that takes long or returns much, of each size. Each size is twice the previous one. */
async function violationOf(
  parser: Parser,
  recipe: Recipe,
  sizes: readonly number[],
): Promise<string | undefined> {
  const size = sizes.at(-1) as number;
  // The smallest size first, so that quadratic time is found before it takes minutes.
  const small = await best(parser, textOf(recipe, size / 16, parser.clean), 2);
  if (small.time < 20 * TIME.least) {
    const { time, output } = await best(parser, textOf(recipe, size, parser.clean), 2);
    if (time <= TIME.most * TIME.least && output <= OUTPUT.least) return undefined;
  }
  return growthViolation(parser, recipe, sizes);
}

/** Three sizes; the largest is this one. */
const upTo = (size: number): readonly number[] => [size / 4, size / 2, size];

/** @param step 24 for one case of 24 */
async function violationsOfAll(size: number, step: number): Promise<string[]> {
  const violations: string[] = [];
  for (const [place, parser] of parsers.entries()) {
    const cases = worstCases(parser.prefixes).filter((_, index) => (index + place + seed) % step === 0);
    for (const recipe of cases) {
      const violation = await violationOf(parser, recipe, upTo(size));
      if (violation !== undefined) violations.push(violation);
    }
  }
  return violations;
}

/** The slowest string for a parser, and the one with the largest output. */
async function worstOf(parser: Parser, size: number): Promise<Recipe[]> {
  const readings: (Reading & { readonly recipe: Recipe })[] = [];
  for (const recipe of worstCases(parser.prefixes)) {
    readings.push({ ...(await best(parser, textOf(recipe, size, parser.clean), 1)), recipe });
  }
  const worst = (by: 'time' | 'output'): Recipe =>
    readings.reduce((most, one) => (one[by] > most[by] ? one : most)).recipe;
  return [...new Set([worst('time'), worst('output')])];
}

// The platform's own functions take longer once their results need much memory (JSON of many open brackets 60 times as long,
// from some size on), and grow no faster behind that: a fault shows on each of these ladders of sizes.
const LADDERS = [
  [64 * KB, 256 * KB, 1024 * KB],
  [512 * KB, 2048 * KB],
  [2048 * KB, 8192 * KB],
];

/** The violation by a string at each size. */
async function lastingViolation(parser: Parser, recipe: Recipe): Promise<string | undefined> {
  let violation: string | undefined;
  for (const ladder of LADDERS) {
    violation = await growthViolation(parser, recipe, ladder);
    if (violation === undefined) break;
  }
  return violation;
}

async function explore(size: number, runs: number): Promise<void> {
  console.log(`FW_FUZZ_SEED=${seed}`);
  const given = nat(parsers.length - 1).chain((index) => {
    const parser = parsers[index] as Parser;
    return recipes(parser.prefixes).map((recipe) => [parser, recipe] as const);
  });
  const property = asyncProperty(given, async ([parser, recipe]) => {
    expect(await violationOf(parser, recipe, upTo(size))).toBe(undefined);
  });
  await assert(property, { seed, numRuns: runs });
}

describe('every parser of client input', () => {
  test(
    'takes linear time and output for the worst text of each grammar (S5)',
    { tags: ['full'], timeout: 300_000 },
    async () => {
      expect(await violationsOfAll(64 * KB, 24)).toEqual([]);
      expect(unhandled).toEqual([]);
    },
  );

  // Each once took quadratic time: 16 KB of it took tenths of a second.
  test.each([
    { name: 'Accept of an error', prefix: '*/*;q=', unit: '0', suffix: '!' },
    { name: 'the path of static files', prefix: '', unit: '%3D', suffix: '' },
  ])('$name takes linear time for many "$unit" (S5)', async ({ name, prefix, unit, suffix }) => {
    const parser = parsers.find((one) => one.name === name) as Parser;
    const recipe = { prefix, units: [unit], suffix };
    expect(await growthViolation(parser, recipe, [8 * KB, 32 * KB, 128 * KB])).toBe(undefined);
  });

  test('takes linear time and output for random hostile text (S5)', async () => {
    await explore(64 * KB, 40);
    expect(unhandled).toEqual([]);
  }, 120_000);

  test(
    'takes linear time, output and memory from 64 KB to 1 MB for the most expensive strings (S5)',
    { tags: ['full'], timeout: 1_800_000 },
    async () => {
      const suspects: (() => Promise<string | undefined>)[] = [];
      for (const parser of parsers) {
        for (const [place, recipe] of (await worstOf(parser, 4 * KB)).entries()) {
          const find = async (): Promise<string | undefined> =>
            (await lastingViolation(parser, recipe)) ??
            // The garbage is collected before and after each size, which takes longer than most parsers.
            (place === 0 ? await memoryViolation(parser, recipe, [128 * KB, 512 * KB]) : undefined);
          if ((await find()) !== undefined) suspects.push(find);
        }
      }
      // Other processes disturb all readings of a while, but not again later.
      const violations: string[] = [];
      for (const find of suspects) {
        const violation = (await find()) && (await find());
        if (violation !== undefined) violations.push(violation);
      }
      expect(violations).toEqual([]);
      expect(unhandled).toEqual([]);
    },
  );
});

describe('the measurement', () => {
  const recipe = { prefix: '', units: ['a'], suffix: '' };
  const sizes = [64 * KB, 128 * KB, 256 * KB];
  let kept: unknown;
  const EXPENSIVE: readonly (Parser & { readonly unit: string })[] = [
    {
      name: 'quadratic time',
      prefixes: [],
      unit: 'ms',
      read(text) {
        let sum = 0;
        for (let index = 0; index < (text.length / 20) ** 2; index++) sum = (sum + index) % 1000;
        return sum;
      },
    },
    {
      name: 'quadratic output',
      prefixes: [],
      unit: 'characters',
      read: (text) => text.repeat(text.length / (64 * KB)),
    },
    {
      name: 'quadratic memory that is released',
      prefixes: [],
      unit: 'bytes',
      read(text) {
        const count = (text.length / (4 * KB)) ** 2;
        for (let index = 0; index < count; index++) kept = Array.from({ length: 4 * KB }, () => index);
        return true;
      },
    },
    {
      name: 'quadratic memory that is retained',
      prefixes: [],
      unit: 'bytes',
      read: (text) => ({ bytes: { held: new Uint8Array(text.length ** 2 / 512), toJSON: () => '' } }),
    },
  ];

  test.each(EXPENSIVE)('finds $name', { tags: ['full'], timeout: 300_000 }, async ({ unit, ...parser }) => {
    const find = unit === 'bytes' ? memoryViolation : growthViolation;
    expect(await find(parser, recipe, sizes)).toContain(unit);
    expect(kept).not.toBe(null);
  });
});
