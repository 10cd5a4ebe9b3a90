import { InvalidArgumentError } from 'fw-runtime';
import { errorOf } from './error-of.ts';

// In characters.
const MAX_LENGTH = 2 ** 20;
const MAX_DEPTH = 500;
const SHOWN = 200;

/** Whether every store keeps a string: PostgreSQL rejects U+0000 and lone surrogates. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}

/** The value of stored JSON; the text itself when it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A payload as the stores keep it. Properties that are undefined are left out, and objects with `toJSON()` are replaced.
 *
 * @param of the name of the job
 * @returns JSON
 * @throws {@link InvalidArgumentError} with the JSON pointer of a value that JSON would change, or that a store can't keep
 */
export function jsonOf(of: string, payload: unknown): string {
  /** The objects that contain the value being written, with their pointers. */
  const holders: { readonly holder: unknown; readonly pointer: string }[] = [];
  let pointer = '';
  let length = 0;
  const must = (expected: string | undefined, received: unknown): void => {
    if (expected === undefined) return;
    const shown = typeof received === 'object' ? Object.prototype.toString.call(received) : received;
    const where = pointer === '' ? '' : ` (${pointer.slice(0, SHOWN).toWellFormed()}: ${expected})`;
    throw new InvalidArgumentError(`payload of "${of}"`, `JSON of at most 1 MiB${where}`, shown);
  };
  const check = function (this: unknown, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1)?.holder !== this) holders.pop();
    const parent = holders.at(-1);
    if (parent !== undefined)
      pointer = `${parent.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    length += key.length + (typeof value === 'string' ? value.length : 1);
    // Counted here, because an object that is contained twice at each level would be written until no memory is left.
    if (length > MAX_LENGTH + key.length) must('a shorter value', `more than ${MAX_LENGTH} characters`);
    if (holders.length > MAX_DEPTH) must(`at most ${MAX_DEPTH} levels`, value);
    must(isText(key) ? expectedFor(value, this, key) : 'a key without U+0000 and lone surrogates', value);
    if (typeof value === 'object' && value !== null) holders.push({ holder: value, pointer });
    return value;
  };
  let text: string;
  try {
    text = JSON.stringify(payload, check);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    // A cycle, or a getter or toJSON() that throws.
    const { message } = errorOf(error);
    pointer ||= '/';
    return must(message.slice(0, SHOWN).replace(/\s+/g, ' '), 'a value that JSON has no form for') as never;
  }
  if (text.length > MAX_LENGTH) {
    pointer = '';
    must('', `${text.length} characters`);
  }
  return text;
}

/** Describes what is expected in place of a value that JSON changes, or that a store can't keep; undefined when the value is right. */
function expectedFor(value: unknown, holder: unknown, key: string): string | undefined {
  switch (typeof value) {
    case 'string':
      return isText(value) ? undefined : 'a string without U+0000 and lone surrogates';
    case 'number':
      return Number.isFinite(value) ? undefined : 'a finite number';
    case 'boolean':
      return undefined;
    case 'undefined':
      return key !== '' && !Array.isArray(holder) ? undefined : 'a value';
    case 'object':
      if (value === null)
        return (holder as Record<string, unknown>)[key] instanceof Date ? 'a valid date' : undefined;
      if (Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]')
        return undefined;
      return 'an object, an array, or a value with toJSON()';
    default:
      return 'a value that JSON has a form for';
  }
}
