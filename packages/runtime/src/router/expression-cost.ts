import type { Expression } from './expression-parser.ts';

/** No server takes a longer path. */
export const LONGEST_VALUE = 16_384;

// What is this short may be looked at again and again.
const SHORT = 100;

/** In how many ways JavaScript may try to match the longest value; each may cost as much as a back-reference is long. */
export function waysOf(expression: Expression): number {
  return triesOf(expression) * (hasBackReference(expression) ? LONGEST_VALUE : 1);
}

/** The same, of an expression that could not be parsed. */
export function waysOfSource(source: string): number {
  const repetitions = source.match(/[*+]|\{\d+,/g) ?? [];
  return LONGEST_VALUE ** repetitions.length;
}

function triesOf(expression: Expression): number {
  switch (expression.kind) {
    case 'sequence':
      return expression.items.reduce((product, item) => product * triesOf(item), 1);
    case 'choice':
      return expression.items.reduce((sum, item) => sum + triesOf(item), 0);
    case 'ahead':
      return triesOf(expression.inner);
    case 'native':
      return expression.inner === undefined ? 1 : triesOf(expression.inner);
    case 'repeat': {
      const most = Math.min(expression.max, LONGEST_VALUE);
      return triesOf(expression.inner) ** most * (1 + Math.max(0, most - expression.min));
    }
    default:
      return 1;
  }
}

function hasBackReference(expression: Expression): boolean {
  switch (expression.kind) {
    case 'sequence':
    case 'choice':
      return expression.items.some(hasBackReference);
    case 'ahead':
    case 'repeat':
      return hasBackReference(expression.inner);
    case 'native':
      return expression.inner === undefined || hasBackReference(expression.inner);
    default:
      return false;
  }
}

/**
 * Whether it looks far ahead from many places, which takes the square of the value's length.
 *
 * @param moves whether it may begin at many places
 */
export function looksFarOften(expression: Expression, moves = false): boolean {
  switch (expression.kind) {
    case 'sequence': {
      let hasMoved = moves;
      return expression.items.some((item) => {
        const isFar = looksFarOften(item, hasMoved);
        hasMoved ||= lengthOf(item) > SHORT;
        return isFar;
      });
    }
    case 'choice':
      return expression.items.some((item) => looksFarOften(item, moves));
    case 'ahead':
      return (moves && lengthOf(expression.inner) > SHORT) || looksFarOften(expression.inner, moves);
    case 'repeat':
      return looksFarOften(expression.inner, moves || lengthOf(expression) > SHORT);
    default:
      return false;
  }
}

/** The most characters that it takes, or that it looks at. */
function lengthOf(expression: Expression): number {
  switch (expression.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return expression.items.reduce((sum, item) => sum + lengthOf(item), 0);
    case 'choice':
      return Math.max(...expression.items.map(lengthOf));
    case 'ahead':
      return lengthOf(expression.inner);
    case 'repeat':
      return Math.min(lengthOf(expression.inner), LONGEST_VALUE) * Math.min(expression.max, LONGEST_VALUE);
    case 'native':
      return LONGEST_VALUE;
    default:
      return 0;
  }
}
