import { automatonTest } from './automaton.ts';
import { analyze } from './expression.ts';
import type { Placeholder } from '../pattern-forms.ts';

/** The option `tokens` of a route: constraints by placeholder, beside those in the path. */
export type Constraints = Readonly<Record<string, string | RegExp>> | undefined;

/**
 * Tests whole values against a regular expression of a user (rule R4).
 *
 * @param expression matches the whole value without anchors; the flags `d`, `g` and `y` change nothing
 * @throws SyntaxError when the expression is malformed, RangeError when it can take exponential time
 */
export function wholeValueTest(expression: string | RegExp): ValueTest {
  const { source, flags } = new RegExp(expression);
  return createValueTest(source, effectiveFlags(flags));
}

/**
 * Whether a decoded value satisfies both constraints of a placeholder.
 *
 * @returns undefined when the placeholder has no constraint
 */
export function valueCheck(
  { name, accepts, rest }: Placeholder,
  constraints: Constraints,
): ValueTest | undefined {
  // `.*` and `.+` only say whether a rest may be empty; it may contain line breaks.
  const inPath = rest ? undefined : accepts;
  const constraint = constraintOf(name, constraints);
  if (constraint === undefined) return inPath;
  const second = wholeValueTest(constraint);
  return inPath === undefined ? second : (value) => inPath(value) && second(value);
}

/** The constraint in the path, then the constraint of the route, as far as the placeholder has them. */
export function expressionsOf(
  { name, constraint }: Placeholder,
  constraints: Constraints,
): (string | RegExp)[] {
  return [constraint, constraintOf(name, constraints)].filter((expression) => expression !== undefined);
}

/** The sources of the constraints. */
export function sourcesOf(placeholder: Placeholder, constraints: Constraints): string[] {
  return expressionsOf(placeholder, constraints).map((item) =>
    typeof item === 'string' ? item : item.source,
  );
}

/** The flags of the constraints that change what they match (rule R4). */
export function flagsOf(placeholder: Placeholder, constraints: Constraints): string {
  return expressionsOf(placeholder, constraints)
    .map((item) => (typeof item === 'string' ? '' : effectiveFlags(item.flags)))
    .join('');
}

/** Equal for placeholders that accept the same values. Names are not compared. */
export function placeholderKey(placeholder: Placeholder, constraints: Constraints): string {
  const keys = expressionsOf(placeholder, constraints).map((expression) => {
    const { source, flags } = new RegExp(expression);
    return `/${source}/${effectiveFlags(flags)}`;
  });
  return `{${placeholder.rest ? '*' : ''}${[...new Set(keys)].toSorted().join('\n')}}`;
}

function constraintOf(name: string, constraints: Constraints): string | RegExp | undefined {
  return constraints !== undefined && Object.hasOwn(constraints, name) ? constraints[name] : undefined;
}

function effectiveFlags(flags: string): string {
  return flags.replace(/[dgy]/g, '');
}

export type ValueTest = (value: string) => boolean;

// Node limits the headers of an HTTP/1 request to this size.
const LONGEST_VALUE = 16_384;
// A few steps for each character never take long.
const FEW_STEPS = 64 * LONGEST_VALUE;
// The longest value that an expression of more steps accepts.
const LONGEST_DOUBTFUL_VALUE = 1024;
// With more states, a hostile value of that length may take 50 ms.
const MOST_STATES = 250;
const MOST_STEPS = 2 * LONGEST_DOUBTFUL_VALUE ** 2;

/**
 * A test of whole values that takes no more than milliseconds for any value. JavaScript's engine runs it when it needs only a
 * few steps for each character. An automaton runs any other expression in linear time; JavaScript's engine runs what the
 * automaton can't, if it takes at most quadratic time.
 *
 * @throws RangeError when none of these is possible
 */
function createValueTest(source: string, flags: string): ValueTest {
  const native = nativeTest(source, flags);
  if (analyze(source, flags, LONGEST_VALUE).steps <= FEW_STEPS) return native;
  const { steps, states, build } = analyze(source, flags, LONGEST_DOUBTFUL_VALUE);
  let test: ValueTest | undefined;
  if (build !== undefined && states <= MOST_STATES) test = automatonTest(build, flags);
  else if (steps <= MOST_STEPS) test = native;
  if (test !== undefined) return (value) => value.length <= LONGEST_DOUBTFUL_VALUE && test(value);
  throw new RangeError(
    'can take exponential time; use fewer repetitions, look-aheads, look-behinds or back-references',
  );
}

function nativeTest(source: string, flags: string): ValueTest {
  if (!flags.includes('m')) {
    const whole = new RegExp(`^(?:${source})$`, flags);
    // The most common constraint. A loop is faster than an expression, which each route has its own of.
    return source === '\\d+' ? isDigits : (value) => whole.test(value);
  }
  // With the flag "m", ^ and $ match at lines. The flag "y" and a look-ahead match at the ends of the value.
  const whole = new RegExp(`(?:${source})(?![^])`, `${flags}y`);
  return (value) => {
    whole.lastIndex = 0;
    return whole.test(value);
  };
}

function isDigits(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return value !== '';
}

const ZERO = 48;
const NINE = 57;
