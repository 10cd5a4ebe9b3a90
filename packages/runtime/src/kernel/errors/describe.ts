/**
 * A value as an error message shows it: short, on one line, and never the whole content.
 *
 * @example describe('x') // '"x"'; describe([1]) // 'an array of 1'; describe(Ping) // 'class Ping'
 */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'function') return describeFunction(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return describeObject(value);
  return String(value);
}

/** The name of a function, class, service or object. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'symbol') return value.description ?? 'Symbol()';
  if (typeof value === 'function') return value.name || 'anonymous function';
  if (Array.isArray(value)) return `[${value.map(nameOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return constructorName(value);
  return String(value);
}

/** The message of a thrown value, which may not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a function was written as a class, so that it must be called with `new`. */
export function isPlainClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}

/** The return value of a function, or a fallback if it throws, as a foreign getter or a revoked proxy can. */
export function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** A value that a stream may fail with. Deno ends the process for values that can't be inspected, such as a revoked proxy. */
export function inspectable(error: unknown): unknown {
  const instead = new Error("A body failed with a value that can't be inspected.");
  return safely(() => (Error.prototype.isPrototypeOf(error as object) ? error : error), instead);
}

/** A place in a middleware value that holds undefined or null. */
export interface NothingGiven {
  /** The indexes within nested arrays, such as `[0][2]`; `''` for the value itself. */
  readonly place: string;
  readonly found: null | undefined;
}

/** Every place in a middleware value that holds undefined or null instead of a middleware (rule R14). */
export function findNothingGiven(middleware: unknown): NothingGiven[] {
  if (middleware === undefined || middleware === null) return [{ place: '', found: middleware }];
  if (!Array.isArray(middleware)) return [];
  return [...middleware.entries()].flatMap(([index, item]) =>
    findNothingGiven(item).map(({ place, found }) => ({ place: `[${index}]${place}`, found })),
  );
}

function describeFunction(value: { name: string }): string {
  const type = isPlainClass(value) ? 'class' : 'function';
  return value.name ? `${type} ${value.name}` : `an anonymous ${type}`;
}

function describeObject(value: object): string {
  const name = constructorName(value);
  if (name !== 'Object') return `an instance of ${name}`;
  const keys = Object.keys(value).slice(0, 6);
  return `an object with the keys ${keys.map((key) => `"${key}"`).join(', ') || '(none)'}`;
}

function constructorName(value: object): string {
  const constructor: unknown = value.constructor;
  return typeof constructor === 'function' && constructor.name ? constructor.name : 'Object';
}

/** The place where something was registered: a line of a file, or a value of a configuration file. */
export interface Origin {
  /** The path of the file: absolute, or relative to the project for a file that `loadConfig` found. */
  readonly file: string;
  /** The line of the call, from 1; absent for a configuration file. */
  readonly line?: number;
  /** The path of the value in a configuration file, such as `routes[0]`; absent for a call. */
  readonly key?: string;
}

/**
 * An origin in parentheses for a message, such as ` (src/routes.ts:12)`; empty when the origin is unknown. Its path is relative to
 * the working directory.
 */
export function placeOf(origin: Origin | undefined): string {
  if (origin === undefined) return '';
  const { line, key } = origin;
  // Without node:path, which bundles for browsers lack; they have no process either.
  const folder = `${globalThis.process?.cwd?.() ?? ''}/`;
  const path = origin.file.replace(/\?.*$/, '');
  const file = path.startsWith(folder) ? path.slice(folder.length) : path;
  return ` (${file}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : `, ${key}`})`;
}

const MOST_SUGGESTED = 3;
const LONGEST_NAME = 100;

/**
 * The end of an error message about an unknown name: the known names that are nearly the same.
 *
 * @example whatElse('Pnig', ['Ping', 'Db']) // ' among 2; did you mean "Ping"?'
 */
export function whatElse(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return ', nor any other.';
  const suggestion = didYouMean(wanted, known);
  return ` among ${known.length}${suggestion === '' ? ', nor one with a similar name.' : `; ${suggestion}`}`;
}

/** `did you mean "Ping"?`, or nothing when no known name is near. */
export function didYouMean(wanted: string, known: readonly string[]): string {
  const names = nearest(wanted, known).map((name) => JSON.stringify(name));
  const last = names.pop();
  if (last === undefined) return '';
  return `did you mean ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}?`;
}

/**
 * The known names that are a few typing mistakes away, the nearest first; ignores case.
 *
 * @param limit the number of typing mistakes; one in three letters when absent
 */
export function nearest(
  wanted: string,
  known: readonly string[],
  limit: number = Math.max(1, Math.floor(wanted.length / 3)),
): string[] {
  if (wanted.length > LONGEST_NAME) return [];
  return [...new Set(known)]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => name);
}

/** How many letters to add, drop, replace or swap with their neighbor to turn one string into the other. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (same ? 0 : 1),
        swapped ? (before[column - 2] as number) + 1 : Infinity,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] as number;
}
