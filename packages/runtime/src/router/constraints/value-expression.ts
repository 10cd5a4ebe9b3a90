import { costOf } from './expression-cost.ts';
import { linearTest } from '#linear-expression';

// As Node limits the headers of a request over HTTP/1; a few steps for each character never matter.
const LONGEST_VALUE = 16_384;
const FEW_STEPS = 64 * LONGEST_VALUE;
// Of expressions that may take more: longer values are not accepted.
const LONGEST_DOUBTFUL_VALUE = 1024;
// With more states, re2js takes more than 50 ms for a hostile value of that length.
const MOST_STATES = 250;
const MOST_STEPS = 2 * LONGEST_DOUBTFUL_VALUE ** 2;

/**
 * A test of whole values against an expression that a user gave (rule R4). JavaScript runs it, unless it may take long for a
 * hostile value: then re2js does, in linear time, or JavaScript where it takes quadratic time at most. Such an expression
 * accepts values of up to 1024 characters.
 *
 * @param expression its anchors are implied; its flags `d`, `g` and `y` change nothing
 * @throws SyntaxError when it is no regular expression, RangeError when it is one that can take too long
 */
export function wholeValueTest(expression: string | RegExp): ValueTest {
  if (typeof expression !== 'string') return createTest(expression);
  let test = tests.get(expression);
  if (test === undefined) {
    test = createTest(expression);
    if (tests.size < MOST_TESTS) tests.set(expression, test);
  }
  return test;
}

type ValueTest = (value: string) => boolean;

// Routes repeat few expressions, and judging one takes longer than all else about a route.
const tests = new Map<string, ValueTest>();
const MOST_TESTS = 100;

function createTest(expression: string | RegExp): ValueTest {
  const { source, flags } = new RegExp(expression);
  const kept = flags.replace(/[dgy]/g, '');
  const native = nativeTest(source, kept);
  if (costOf(source, kept, LONGEST_VALUE).steps <= FEW_STEPS) return native;
  const { steps, states } = costOf(source, kept, LONGEST_DOUBTFUL_VALUE);
  const test =
    (states <= MOST_STATES ? linearTest(source, kept) : undefined) ??
    (steps <= MOST_STEPS ? native : undefined);
  if (test !== undefined) return (value) => value.length <= LONGEST_DOUBTFUL_VALUE && test(value);
  throw new RangeError(
    'can take exponential time; use fewer repetitions, look-aheads, look-behinds or back-references',
  );
}

function nativeTest(source: string, flags: string): ValueTest {
  if (source === '\\d+') return isDigits;
  if (!flags.includes('m')) {
    const whole = new RegExp(`^(?:${source})$`, flags);
    return (value) => whole.test(value);
  }
  // With the flag "m", ^ and $ stand for lines, so that the flag "y" and a look-ahead stand for the ends of the value.
  const whole = new RegExp(`(?:${source})(?![^])`, `${flags}y`);
  return (value) => {
    whole.lastIndex = 0;
    return whole.test(value);
  };
}

// The commonest restriction: a loop is faster than to start an expression, of which each route has its own. No flag changes it.
function isDigits(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return value !== '';
}

const ZERO = 48;
const NINE = 57;
