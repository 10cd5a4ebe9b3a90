/**
 * A value as it appears in an error message: short, on one line, and never the whole content.
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

/** The name of a function, class, service or object as a reader knows it. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'symbol') return value.description ?? 'Symbol()';
  if (typeof value === 'function') return value.name || 'anonymous function';
  if (Array.isArray(value)) return `[${value.map(nameOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return constructorName(value);
  return String(value);
}

/** What something that was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a function was written as a class, so that it must be called with `new`. */
export function isPlainClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}

function describeFunction(value: { name: string }): string {
  const kind = isPlainClass(value) ? 'class' : 'function';
  return value.name ? `${kind} ${value.name}` : `an anonymous ${kind}`;
}

function describeObject(value: object): string {
  const name = constructorName(value);
  return name === 'Object' ? `an object with the keys ${listKeys(value)}` : `an instance of ${name}`;
}

function listKeys(value: object): string {
  return (
    Object.keys(value)
      .slice(0, 6)
      .map((key) => `"${key}"`)
      .join(', ') || '(none)'
  );
}

function constructorName(value: object): string {
  const constructor: unknown = value.constructor;
  return typeof constructor === 'function' && constructor.name ? constructor.name : 'Object';
}
