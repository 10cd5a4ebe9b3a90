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

/** Where something was registered: a line of a file, or a value of a configuration file. */
export interface Origin {
  /** Absolute path, or relative to the project as `loadConfig` found it. */
  readonly file: string;
  /** Line of the call, from 1. */
  readonly line?: number;
  /** In a configuration file, such as `routes[0]`. */
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
