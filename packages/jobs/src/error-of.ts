import { hideInput } from 'fw-runtime/internal';
import { types } from 'node:util';

// In characters, of a message and of a stack.
const MAX_MESSAGE = 4000;
const MAX_STACK = 20_000;

/**
 * An error for any thrown value, with a message that every store keeps: not empty, of a limited length, without U+0000 and lone
 * surrogates.
 *
 * @returns the value itself when it is such an error
 */
export function errorOf(thrown: unknown): Error {
  const message = read(() => messageOf(thrown), MAX_MESSAGE) || 'The error has no message that can be read.';
  const stack = read(() => (thrown as Error).stack, MAX_STACK);
  const name = read(() => (thrown as Error).name, MAX_MESSAGE);
  const keepsError = types.isNativeError(thrown) && name !== '' && stack !== '' && stack.length < MAX_STACK;
  if (keepsError && Object.getOwnPropertyDescriptor(thrown, 'message')?.value === message) {
    hideInput(thrown);
    return thrown;
  }
  const error = new Error(message);
  error.stack = stack || `Error: ${message}`;
  return error;
}

function messageOf(thrown: unknown): unknown {
  if (thrown === undefined || thrown === null) return 'A job was rejected without an error.';
  if (typeof thrown !== 'object') return String(thrown);
  return (thrown as Partial<Error>).message || String(thrown);
}

/** A property of a thrown value as text, or nothing: getters, `toString()` and proxies may throw. */
function read(get: () => unknown, length: number): string {
  try {
    const text = get();
    if (typeof text !== 'string') return '';
    const cut = text.length > length ? `${text.slice(0, length - 1)}…` : text;
    return cut.replaceAll('\0', '\u{fffd}').toWellFormed();
  } catch {
    return '';
  }
}
