import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Parser } from './parsers.ts';
import { type Recipe, textOf } from './texts.ts';

const KB = 1024;

/** The most that twice the text may cost, as a factor; below `least` a cost doesn't matter. */
interface Rule {
  readonly most: number;
  readonly least: number;
  readonly unit: string;
  /** Over how many doublings it is measured at least. */
  readonly doublings: number;
}

// Time below its limit says nothing on a busy machine, and one doubling alone may contain a pause of the garbage collector,
// or memory that is taken in advance.
export const TIME: Rule = { most: 3, least: 15, unit: 'ms', doublings: 2 };
export const OUTPUT: Rule = { most: 2.5, least: 8 * KB, unit: 'characters', doublings: 1 };
export const MEMORY: Rule = { most: 2.5, least: 4096 * KB, unit: 'bytes', doublings: 2 };

export interface Reading {
  /** In ms. */
  readonly time: number;
  /** In characters: the result, or the text of the error. */
  readonly output: number;
}

/** Reads a string. @returns the result, or the thrown value */
async function outcomeOf(parser: Parser, text: string): Promise<unknown> {
  try {
    return await parser.read(text);
  } catch (error) {
    return error;
  }
}

export async function read(parser: Parser, text: string): Promise<Reading> {
  const start = performance.now();
  const used = process.cpuUsage();
  const outcome = await outcomeOf(parser, text);
  const { user, system } = process.cpuUsage(used);
  // Other processes lengthen the one, and other threads of this process the other.
  const time = Math.min(performance.now() - start, (user + system) / 1000);
  return { time, output: sizeOf(outcome) };
}

function sizeOf(outcome: unknown): number {
  if (typeof outcome === 'string') return outcome.length;
  const { message, extensions } = (outcome ?? {}) as { message?: unknown; extensions?: unknown };
  const shown = outcome instanceof Error ? [message, extensions] : outcome;
  return (
    JSON.stringify(shown, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value))?.length ?? 0
  );
}

/** The least of the times of some readings. */
export async function best(parser: Parser, text: string, times = 5): Promise<Reading> {
  let least = await read(parser, text);
  for (let count = 1; count < times && least.time > TIME.least; count++) {
    const next = await read(parser, text);
    if (next.time < least.time) least = next;
  }
  return least;
}

/** The memory for reading a string, in bytes. */
interface Memory {
  /** By objects, those collected meanwhile included: at least the most that exist at once. */
  readonly allocated: number;
  /** By the result. */
  readonly retained: number;
}

interface Sample {
  readonly selfSize: number;
  readonly children: readonly Sample[];
}

/** Measures by samples of what is allocated, which the garbage collector and a busy machine don't change. */
export async function memoryOf(parser: Parser, text: string): Promise<Memory> {
  const session = new Session();
  session.connect();
  try {
    const before = memoryInUse();
    session.post('HeapProfiler.startSampling', {
      samplingInterval: 64 * KB,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as object);
    const kept = [await outcomeOf(parser, text)];
    let allocated = 0;
    session.post('HeapProfiler.stopSampling', (error, { profile }) => {
      if (error) throw error;
      allocated = sumOf(profile.head);
    });
    const retained = memoryInUse() - before;
    kept.length = 0;
    return { allocated, retained };
  } finally {
    session.disconnect();
  }
}

function sumOf({ selfSize, children }: Sample): number {
  return children.reduce((sum, child) => sum + sumOf(child), selfSize);
}

let collect: (() => void) | undefined;

function memoryInUse(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Whether a size costs more than it may, compared with one that is smaller by as many doublings as the rule has, or more. */
function isBroken(
  { most, least, doublings }: Rule,
  costs: readonly number[],
  sizes: readonly number[],
): boolean {
  return costs.some((cost, index) => {
    const smaller = sizes.findLastIndex((size) => size * 2 ** doublings <= (sizes[index] as number));
    const before = costs[smaller];
    if (before === undefined) return false;
    const times = most ** Math.log2((sizes[index] as number) / (sizes[smaller] as number));
    return cost > times * Math.max(before, least);
  });
}

/** The time and the output of reading strings of growing size, where they exceed the limits. */
export async function growthViolation(
  parser: Parser,
  recipe: Recipe,
  sizes: readonly number[],
): Promise<string | undefined> {
  const texts = sizes.map((size) => textOf(recipe, size, parser.clean));
  let times: number[] = [];
  // The garbage collector and other processes don't disturb every attempt.
  for (let attempt = 0; attempt === 0 || (attempt < 8 && isBroken(TIME, times, sizes)); attempt++) {
    const outputs: number[] = [];
    for (const [index, text] of texts.entries()) {
      const { time, output } = await best(parser, text, attempt === 0 ? 1 : 5);
      times[index] = Math.min(times[index] ?? Infinity, time);
      outputs[index] = output;
      // Quadratic time is found before it takes minutes.
      const [known, all] = [times.slice(0, index + 1), outputs.slice(0, index + 1)];
      if (time > 1000 && isBroken(TIME, known, sizes)) {
        times = known;
        break;
      }
      const violation = report(OUTPUT, parser, recipe, sizes, all);
      if (violation !== undefined) return violation;
    }
  }
  return report(TIME, parser, recipe, sizes, times);
}

/** The memory of reading strings of growing size, where it exceeds the limit. */
export async function memoryViolation(
  parser: Parser,
  recipe: Recipe,
  sizes: readonly number[],
): Promise<string | undefined> {
  let allocated: number[] = [];
  let retained: number[] = [];
  const isBad = (): boolean => isBroken(MEMORY, allocated, sizes) || isBroken(MEMORY, retained, sizes);
  for (let attempt = 0; attempt === 0 || (attempt < 3 && isBad()); attempt++) {
    const measured: Memory[] = [];
    for (const size of sizes) measured.push(await memoryOf(parser, textOf(recipe, size, parser.clean)));
    const least = (kind: keyof Memory, before: readonly number[]): number[] =>
      measured.map((memory, index) => Math.min(memory[kind], before[index] ?? Infinity));
    [allocated, retained] = [least('allocated', allocated), least('retained', retained)];
  }
  return report(MEMORY, parser, recipe, sizes, allocated) ?? report(MEMORY, parser, recipe, sizes, retained);
}

function report(
  rule: Rule,
  { name }: Parser,
  recipe: Recipe,
  sizes: readonly number[],
  costs: readonly number[],
): string | undefined {
  if (!isBroken(rule, costs, sizes)) return undefined;
  const shown = costs.map((cost) => Math.round(cost)).join(', ');
  return `${name} of ${JSON.stringify(recipe)}: ${shown} ${rule.unit} at ${sizes.join(', ')}`;
}
