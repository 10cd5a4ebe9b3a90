import { LONGEST_VALUE, mostSteps } from './expression-cost.ts';
import { linearTest } from './linear-expression.ts';

// Up to the first, JavaScript takes milliseconds; beyond the second, one value keeps the process busy for seconds.
const FEW_STEPS = 64 * LONGEST_VALUE;
const MOST_STEPS = 2 * LONGEST_VALUE ** 2;

/**
 * A test of whole values against an expression that a user gave (rule R4). JavaScript runs it, unless it may take
 * long for a hostile value: then re2js does, in linear time.
 *
 * @param expression its anchors are implied; its flags `d`, `g` and `y` change nothing
 * @throws SyntaxError when it is no regular expression, RangeError when it is one that can take too long
 */
export function wholeValueTest(expression: string | RegExp): (value: string) => boolean {
  const { source, flags } =
    typeof expression === 'string' ? { source: expression, flags: '' } : new RegExp(expression);
  const kept = flags.replace(/[dgy]/g, '');
  const native = nativeTest(source, kept);
  const steps = mostSteps(source);
  if (steps <= FEW_STEPS) return native;
  const linear = linearTest(source, kept);
  if (linear !== undefined) return linear;
  if (steps <= MOST_STEPS) return native;
  throw new RangeError(
    'can take exponential time; use fewer repetitions, look-aheads, look-behinds or back-references',
  );
}

function nativeTest(source: string, flags: string): (value: string) => boolean {
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
