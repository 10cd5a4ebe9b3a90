import { Automaton, run, type Step } from './automaton.ts';
import { LONGEST_VALUE, looksFarOften, waysOf, waysOfSource } from './expression-cost.ts';
import { AT_END, AT_START, type Expression, parseExpression } from './expression-parser.ts';

// Beyond it, an expression with its repetitions written out is left to JavaScript.
const MOST_STEPS = 2000;
// Beyond the first, JavaScript takes longer than an automaton; beyond the second, it keeps the process busy.
const MOST_WAYS = 2 * LONGEST_VALUE;
const MOST_NATIVE_WAYS = 4 * LONGEST_VALUE ** 2;

/**
 * A test of whole values against an expression that a user gave. JavaScript goes back and tries again, which takes for
 * ever for an expression such as `(a+)+` and a hostile value. So an expression that can be matched in many ways is run
 * as an automaton, in time that grows with the length of the value.
 *
 * @param expression its anchors are implied; of its flags `g` and `y` are without effect
 * @throws SyntaxError when it is no regular expression, RangeError when it is one that can take too long
 */
export function wholeValueTest(expression: string | RegExp): (value: string) => boolean {
  const { source, flags } =
    typeof expression === 'string' ? { source: expression, flags: '' } : new RegExp(expression);
  const kept = flags.replace(/[gy]/g, '');
  const native = nativeTest(source, kept);
  const parsed = parseExpression(source, kept);
  const ways = parsed === undefined ? waysOfSource(source) : waysOf(parsed);
  if (ways <= MOST_WAYS) return native;
  const steps = parsed && !looksFarOften(parsed) ? stepsOf(withoutAnchors(parsed)) : undefined;
  if (steps !== undefined) {
    const automaton = new Automaton(steps);
    const isUnicode = /[uv]/.test(kept);
    return (value) => automaton.accepts(isUnicode ? [...value] : value.split(''));
  }
  if (ways <= MOST_NATIVE_WAYS) return native;
  throw new RangeError(
    'can take exponential time; use fewer repetitions, look-aheads, look-behinds or back-references',
  );
}

function nativeTest(source: string, flags: string): (value: string) => boolean {
  if (!flags.includes('m')) {
    const whole = new RegExp(`^(?:${source})$`, flags);
    return (value) => whole.test(value);
  }
  // With the flag "m", ^ and $ hold at every line; the flag "y" holds where a match starts.
  const whole = new RegExp(`(?:${source})(?![^])`, `${flags}y`);
  return (value) => {
    whole.lastIndex = 0;
    return whole.test(value);
  };
}

/** Without those that a whole value implies. */
function withoutAnchors(expression: Expression): Expression {
  if (expression.kind !== 'sequence') return expression;
  const { items } = expression;
  const isAnchored = items[0] === AT_START && items.at(-1) === AT_END;
  return isAnchored ? { kind: 'sequence', items: items.slice(1, -1) } : expression;
}

/** @returns undefined when there are too many */
function stepsOf(expression: Expression): readonly Step[] | undefined {
  const steps: Step[] = [];
  return write(expression, steps) ? [...steps, { kind: 'end' }] : undefined;
}

function write(expression: Expression, steps: Step[]): boolean {
  if (steps.length > MOST_STEPS) return false;
  switch (expression.kind) {
    case 'character':
    case 'place':
      steps.push(expression);
      return true;
    case 'ahead':
      return writeAhead(expression.inner, expression.negated, steps);
    case 'native':
      return false;
    case 'sequence':
      return expression.items.every((item) => write(item, steps));
    case 'choice':
      return writeChoice(expression.items, steps);
    case 'repeat':
      return writeRepeat(expression.inner, expression.min, expression.max, steps);
  }
}

function writeAhead(inner: Expression, negated: boolean, steps: Step[]): boolean {
  const ahead = stepsOf(inner);
  if (ahead === undefined) return false;
  steps.push({
    kind: 'place',
    holds: (characters, index) => run(ahead, characters, index, false) !== negated,
  });
  return true;
}

function writeChoice(items: readonly Expression[], steps: Step[]): boolean {
  const fork = { kind: 'fork' as const, to: [] as number[] };
  const ends = items.map(() => ({ kind: 'fork' as const, to: [] as number[] }));
  steps.push(fork);
  for (const [index, item] of items.entries()) {
    fork.to.push(steps.length);
    if (!write(item, steps)) return false;
    steps.push(ends[index] as Step);
  }
  for (const end of ends) end.to.push(steps.length);
  return true;
}

function writeRepeat(inner: Expression, min: number, max: number, steps: Step[]): boolean {
  for (let count = 0; count < min; count++) if (!write(inner, steps)) return false;
  const exits: { kind: 'fork'; to: number[] }[] = [];
  const enter = (): void => {
    const fork = { kind: 'fork' as const, to: [steps.length + 1] };
    exits.push(fork);
    steps.push(fork);
  };
  if (max === Infinity) {
    const start = steps.length;
    enter();
    if (!write(inner, steps)) return false;
    steps.push({ kind: 'fork', to: [start] });
  } else {
    for (let count = min; count < max; count++) {
      enter();
      if (!write(inner, steps)) return false;
    }
  }
  for (const exit of exits) exit.to.push(steps.length);
  return true;
}
