import * as fc from 'fast-check';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { wholeValueTest } from '../../src/router/value-expression.ts';

const VALUES = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'abab',
  'a-b',
  '1',
  '12',
  '2024-01',
  'A',
  'ü',
  '😀',
  'a\nb',
  '}',
  'en',
  'de-AT',
  '_',
  ' a',
  'x{2}',
];

describe('a whole value is tested as JavaScript would', () => {
  test.each<string | RegExp>([
    '\\d+',
    'a|b|',
    '(a|b)+',
    '(?:a+)+b?',
    '[a-z]+(?:-[a-zA-Z]+)*',
    '\\d{4}-\\d{2}|[^-]*',
    '(?!ab)[a-z]+\\d*',
    '(?=.*b)[ab]{2,}',
    '(?<year>\\d+)-(?<month>\\d+)',
    '^a*b*$',
    '^[a-z]+(?:-[a-zA-Z]+)*$',
    '\\ba+\\b-?b?\\B|\\w*',
    '(?:a{0,2}b){1,2}',
    'a{,2}b*|x\\{2\\}|x{2}?',
    '.*?.*',
    '[\\]}\\-]*a*',
    '}*]*a*',
    '(?:)*a?a?',
    '(a?)*b?',
    '\\x61*\\u0062*\\cJ*',
    /[A-B]*-?[ab]*/gi,
    /\p{L}*\d*/u,
    /.*.?/s,
    /^(?:a|.)*.?$/m,
    /\u{1F600}*a*/u,
    '(a)\\1*b?',
    '(?<=a)b*a*|a*',
    '(?:a{1,99}){1,99}',
  ])('%s', (expression) => {
    const native =
      typeof expression === 'string'
        ? new RegExp(`^(?:${expression})$`)
        : new RegExp(`^(?:${expression.source})$`, expression.flags.replace(/[gym]/g, ''));
    const accepts = wholeValueTest(expression);
    for (const value of VALUES) expect([value, accepts(value)]).toEqual([value, native.test(value)]);
  });

  test('for any expression', () => {
    const { expression } = fc.letrec<{ expression: string; atom: string }>((tie) => ({
      atom: fc.oneof(
        // Deeper ones may keep JavaScript itself busy for minutes.
        { maxDepth: 2 },
        fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '\\b', '^', '$', ''),
        fc
          .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!'), tie('expression'))
          .map(([open, inner]) => `${open}${inner})`),
      ),
      expression: fc
        .array(
          fc.tuple(
            tie('atom'),
            fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'),
            fc.constantFrom('', '', '|'),
          ),
          { minLength: 1, maxLength: 4 },
        )
        .map((parts) =>
          parts
            .map(
              ([atom, quantifier, bar]) =>
                (/^(?:\\b|\^|\$|\(\?[=!].*|)$/s.test(atom) ? atom : atom + quantifier) + bar,
            )
            .join(''),
        ),
    }));
    const value = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 4 });
    fc.assert(
      fc.property(expression, fc.array(value, { maxLength: 8 }), (source, values) => {
        const native = new RegExp(`^(?:${source})$`);
        const accepts = wholeValueTest(source);
        for (const item of values)
          expect([source, item, accepts(item)]).toEqual([source, item, native.test(item)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('no value takes for ever', () => {
  test.each([
    ['(a+)+', 'a'],
    ['(a|a)*', 'a'],
    ['(a|aa)+', 'a'],
    ['(?:a?){50}a{50}', 'a'],
    ['a*a*a*a*a*b', 'a'],
    ['(.*)*x', 'a'],
    ['([a-z]+-?)*!', 'a-'],
    ['(?=(a+)+$)a*', 'a'],
    ['(a{1,30}){1,30}', 'a'],
  ])('%s', (source, piece) => {
    const accepts = wholeValueTest(source);
    const value = `${piece.repeat(8000 / piece.length)}#`;
    const start = performance.now();
    expect(accepts(value)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

test('more different characters than are remembered change nothing', () => {
  const accepts = wholeValueTest('(?:[^-]+-?)+');
  for (let code = 256; code < 12_000; code++) {
    const character = String.fromCharCode(code);
    expect([code, accepts(`a-${character}-${character}`)]).toEqual([code, true]);
    expect([code, accepts(`${character}--`)]).toEqual([code, false]);
  }
});
