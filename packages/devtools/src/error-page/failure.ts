import { describe, isHttpError, safely } from 'fw-runtime/internal';
import { type Frame, framesOf } from './stack-frames.ts';

/** A thrown value as it is shown, with every property that can be read without throwing. */
export interface Failure {
  /** How this error relates to the previous error; empty for the error that was thrown. */
  readonly relation: '' | 'Caused by' | 'Inner error';
  /** The name, such as `TypeError`; empty for a value that isn't an error. */
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** The stack frames, innermost first. */
  readonly frames: readonly Frame[];
  /** Name, message and frames as the runtime formats them; empty if there are no frames. */
  readonly stack: string;
}

/** The thrown error, then its causes and inner errors. */
export type Failures = readonly [Failure, ...Failure[]];

const MOST_FAILURES = 20;
const LONGEST_MESSAGE = 10_000;

/** The thrown error, its causes and the errors of an AggregateError. Each error appears once, even in circular references. */
export function failuresOf(error: unknown): Failures {
  const failures: [Failure, ...Failure[]] = [failureOf(error, '')];
  const seen = new Set([error]);
  const addInner = (outer: unknown): void => {
    const cause = read(outer, 'cause');
    if (cause !== undefined) add(cause, 'Caused by');
    // The `errors` of an HTTP error describe the request; they weren't thrown.
    if (isHttpError(outer)) return;
    for (const inner of listOf(read(outer, 'errors'))) add(inner, 'Inner error');
  };
  const add = (value: unknown, relation: Failure['relation']): void => {
    if (seen.has(value) || failures.length >= MOST_FAILURES) return;
    seen.add(value);
    failures.push(failureOf(value, relation));
    addInner(value);
  };
  addInner(error);
  return failures;
}

function failureOf(value: unknown, relation: Failure['relation']): Failure {
  const message = read(value, 'message');
  if (typeof message !== 'string') {
    const what = `A value that is no Error was thrown: ${textOf(value)}`;
    return { relation, name: '', code: '', message: what, frames: [], stack: '' };
  }
  const stack = textOrNothing(read(value, 'stack'));
  const frames = framesOf(stack, message);
  return {
    relation,
    name: textOrNothing(read(value, 'name')) || 'Error',
    code: textOrNothing(read(value, 'code')),
    message: cut(message),
    frames,
    stack: frames.length === 0 ? '' : cut(stack),
  };
}

/** A property of any value; undefined if reading the property throws. */
function read(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return safely(() => Reflect.get(value, name) as unknown, undefined);
}

function listOf(value: unknown): readonly unknown[] {
  return safely(() => (Array.isArray(value) ? value.slice(0, MOST_FAILURES) : []), []);
}

function textOf(value: unknown): string {
  return safely(
    () => (typeof value === 'object' || typeof value === 'function' ? describe(value) : cut(String(value))),
    'an object that cannot be read',
  );
}

function textOrNothing(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function cut(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}
