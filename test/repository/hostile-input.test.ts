import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert, asyncProperty, nat } from 'fast-check';
import { createParsers, type Parser } from './hostile/parsers.ts';
import { type Recipe, recipes, textOf, worstCases } from './hostile/texts.ts';

// In ms: below it, time says nothing on a busy machine.
const FLOOR = 10;
// In characters: output below it doesn't matter.
const LEAST_OUTPUT = 8192;
const MOST_TIME = 3;
const MOST_OUTPUT = 2.5;

const KB = 1024;
const seed = Number(process.env['FW_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

let parsers: readonly Parser[];
let remove: () => Promise<void>;
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeAll(async () => {
  ({ parsers, remove } = await createParsers());
  process.on('unhandledRejection', note);
});

afterAll(async () => {
  process.off('unhandledRejection', note);
  await remove();
});

interface Reading {
  /** In ms. */
  readonly time: number;
  /** In characters: the result, or the text of the error. */
  readonly output: number;
}

async function read(parser: Parser, text: string): Promise<Reading> {
  const start = performance.now();
  const used = process.cpuUsage();
  let output: unknown;
  try {
    output = await parser.read(text);
  } catch (error) {
    const { message, extensions } = error as { message?: unknown; extensions?: unknown };
    output = [String(message), extensions];
  }
  const { user, system } = process.cpuUsage(used);
  // Other processes lengthen the one, and other threads of this process the other.
  const time = Math.min(performance.now() - start, (user + system) / 1000);
  return { time, output: sizeOf(output) };
}

function sizeOf(output: unknown): number {
  if (typeof output === 'string') return output.length;
  return (
    JSON.stringify(output, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value))?.length ?? 0
  );
}

/** The least of the times of some readings. */
async function best(parser: Parser, text: string, times = 5): Promise<Reading> {
  let least = await read(parser, text);
  for (let count = 1; count < times && least.time > FLOOR; count++) {
    const next = await read(parser, text);
    if (next.time < least.time) least = next;
  }
  return least;
}

/** Reads a text of a size and, if that takes long or returns much, of the sizes up to it, each twice the one before. */
async function faultOf(parser: Parser, recipe: Recipe, size: number): Promise<string | undefined> {
  // Small first, so that a text that takes quadratic time is found before it takes minutes.
  const small = await best(parser, textOf(recipe, size / 8), 2);
  if (small.time < 20 * FLOOR) {
    const { time, output } = await best(parser, textOf(recipe, size), 2);
    if (time <= MOST_TIME * FLOOR && output <= LEAST_OUTPUT) return undefined;
  }
  const named = `${parser.name} of ${JSON.stringify(recipe)}`;
  const sizes = [size / 4, size / 2, size];
  const readings = await bestOfAll(parser, recipe, sizes, 2);
  const outputs = readings.map(({ output }) => output);
  for (const [index, output] of outputs.entries()) {
    const before = Math.max(LEAST_OUTPUT, (outputs[index - 1] ?? output) * MOST_OUTPUT);
    if (output > before) return `${named}: ${outputs.join(', ')} characters at ${sizes.join(', ')}`;
  }
  // A busy machine and the garbage collector don't disturb every attempt.
  let times = readings.map(({ time }) => time);
  for (let attempt = 0; areSlow(times) && attempt < 3; attempt++) {
    times = (await bestOfAll(parser, recipe, sizes, 5)).map(({ time }) => time);
  }
  return areSlow(times) ? `${named}: ${times.join(', ')} ms at ${sizes.join(', ')}` : undefined;
}

async function bestOfAll(
  parser: Parser,
  recipe: Recipe,
  sizes: readonly number[],
  times: number,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const size of sizes) readings.push(await best(parser, textOf(recipe, size), times));
  return readings;
}

/** Whether two doublings of the size cost more than they may: one alone may contain a pause of the garbage collector. */
function areSlow(times: readonly number[]): boolean {
  const [first = 0] = times;
  return (times.at(-1) ?? 0) > MOST_TIME ** 2 * Math.max(first, FLOOR / 2);
}

/** @param step 1 for every case, 3 for one case of three */
async function faultsOfAll(size: number, step = 1): Promise<string[]> {
  const faults: string[] = [];
  for (const [place, parser] of parsers.entries()) {
    const cases = worstCases(parser.prefixes).filter((_, index) => (index + place + seed) % step === 0);
    for (const recipe of cases) {
      const fault = await faultOf(parser, recipe, size);
      if (fault !== undefined) faults.push(fault);
    }
  }
  return faults;
}

async function explore(size: number, runs: number): Promise<void> {
  console.log(`FW_FUZZ_SEED=${seed}`);
  const given = nat(parsers.length - 1).chain((index) => {
    const parser = parsers[index] as Parser;
    return recipes(parser.prefixes).map((recipe) => [parser, recipe] as const);
  });
  const property = asyncProperty(given, async ([parser, recipe]) => {
    expect(await faultOf(parser, recipe, size)).toBe(undefined);
  });
  await assert(property, { seed, numRuns: runs });
}

describe('every parser of what a client sends', () => {
  test('takes linear time and output for the worst text of each grammar (S5)', async () => {
    expect(await faultsOfAll(64 * KB, 24)).toEqual([]);
    expect(unhandled).toEqual([]);
  }, 300_000);

  test('takes linear time and output for random hostile text (S5)', async () => {
    await explore(64 * KB, 40);
    expect(unhandled).toEqual([]);
  }, 120_000);

  test.each([256 * KB, 1024 * KB])(
    'does so up to %i characters (S5)',
    { tags: ['full'], timeout: 1_800_000 },
    async (size) => {
      expect(await faultsOfAll(size)).toEqual([]);
      await explore(size, 300);
      expect(unhandled).toEqual([]);
    },
  );
});
