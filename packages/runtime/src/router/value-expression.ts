import { Automaton, run, type Step } from './automaton.ts';
import { AT_END, AT_START, type Expression, parseExpression } from './expression-parser.ts';

// Beyond it, an expression with its repetitions written out is left to JavaScript.
const MOST_STEPS = 2000;

/**
 * A test of whole values against an expression that a user gave. JavaScript goes back and tries again, which takes for
 * ever for an expression such as `(a+)+` and a hostile value. So an expression with more than one repetition is run as
 * an automaton, in time that grows with the length of the value; only one with back-references or look-behind is not.
 *
 * @param expression its anchors are implied; of its flags `g`, `y` and `m` are without effect
 */
export function wholeValueTest(expression: string | RegExp): (value: string) => boolean {
  const { source, flags } =
    typeof expression === 'string' ? { source: expression, flags: '' } : new RegExp(expression);
  const kept = flags.replace(/[gym]/g, '');
  const native = new RegExp(`^(?:${source})$`, kept);
  const parsed = parseExpression(source, kept);
  const steps = parsed && repetitionsOf(parsed) > 1 ? stepsOf(withoutAnchors(parsed)) : undefined;
  if (steps === undefined) return (value) => native.test(value);
  const automaton = new Automaton(steps);
  const isUnicode = /[uv]/.test(kept);
  return (value) => automaton.accepts(isUnicode ? [...value] : value.split(''));
}

/** Without those that a whole value implies. */
function withoutAnchors(expression: Expression): Expression {
  if (expression.kind !== 'sequence') return expression;
  const { items } = expression;
  const isAnchored = items[0] === AT_START && items.at(-1) === AT_END;
  return isAnchored ? { kind: 'sequence', items: items.slice(1, -1) } : expression;
}

/** How many parts may be taken a varying number of times; many, where such a part or a choice is itself repeated. */
function repetitionsOf(expression: Expression): number {
  switch (expression.kind) {
    case 'sequence':
    case 'choice':
      return expression.items.reduce((sum, item) => sum + repetitionsOf(item), 0);
    case 'ahead':
      return repetitionsOf(expression.inner);
    case 'repeat':
      if (expression.max > 1 && isVarying(expression.inner)) return Infinity;
      return repetitionsOf(expression.inner) + (expression.min === expression.max ? 0 : 1);
    default:
      return 0;
  }
}

function isVarying(expression: Expression): boolean {
  if (expression.kind === 'sequence') return expression.items.some(isVarying);
  return expression.kind === 'choice' || repetitionsOf(expression) > 0;
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
