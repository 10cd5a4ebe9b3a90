import {
  check,
  custom,
  type GenericSchema,
  integer,
  maxValue,
  minValue,
  number,
  pipe,
  regex,
  string,
} from 'valibot';

// Node's timers treat longer times as 1.
const LONGEST_TIMER = 2_147_483_647;

/** A whole number with a unit. */
export function count(of: string, min = 0): GenericSchema<number> {
  const message = `expected a whole number of ${of}, ${min} or more`;
  return pipe(number(), integer(message), minValue(min, message));
}

/** A level within a range. */
export function level(min: number, max: number): GenericSchema<number> {
  const message = `expected a whole number from ${min} to ${max}`;
  return pipe(number(), integer(message), minValue(min, message), maxValue(max, message));
}

/** A time in milliseconds that a timer supports. */
export function milliseconds(): GenericSchema<number> {
  return pipe(count('milliseconds', 1), maxValue(LONGEST_TIMER, 'expected 2147483647 milliseconds or less'));
}

/** A token of HTTP, such as a method or the name of a header. */
export function token(what: string): GenericSchema<string> {
  return pipe(string(), regex(/^[\w!#$%&'*+.^`|~-]+$/, `expected ${what}`));
}

/** A function that the app provides. */
export function callback<Signature extends (...args: never[]) => unknown>(
  what: string,
): GenericSchema<Signature> {
  return custom<Signature>((value) => typeof value === 'function', `expected ${what}`);
}

/** A string that a function accepts. */
export function text(isRight: (value: string) => boolean, expected: string): GenericSchema<string> {
  return pipe(string(), check(isRight, `expected ${expected}`));
}
