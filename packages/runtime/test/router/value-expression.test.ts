import * as fc from 'fast-check';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/index.ts';
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
  'a\nb\n',
  '😀😀',
  'ſ',
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
    '[😀ü]*a*',
    '\\ud83d\\ude00|(?:a|b)*',
    '(?:\\a|b)*\\/?',
    /^a$\s^b$/m,
    /(?:^[a-z]+$\s?)+/m,
    /\ud83d\ude00|(?:a|b)*/u,
    /\b(?:\w+\b\W?)+/iu,
    new RegExp('(?:[[a-z]--[ux]]+-?)+', 'v'),
    new RegExp('(?:[\\p{L}&&[^a]]|a)+', 'v'),
    new RegExp('[\\q{ab|}]*(?:a|1)', 'v'),
    new RegExp('\\p{RGI_Emoji}', 'v'),
    new RegExp('(?:[\\w--_]+-?)+\\]*', 'dv'),
    /(?:a|b)+/dgimsuy,
  ])('%s', (expression) => {
    const { source, flags } = typeof expression === 'string' ? { source: expression, flags: '' } : expression;
    // Without the flag "y" a match might start at a later line.
    const kept = `${flags.replace(/[gy]/g, '')}y`;
    const native = { test: (value: string) => new RegExp(`(?:${source})(?![^])`, kept).test(value) };
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
        const accepts = testUnlessRefused(source);
        if (accepts === undefined) return;
        for (const item of values)
          expect([source, item, accepts(item)]).toEqual([source, item, native.test(item)]);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Undefined when the expression can take too long. */
function testUnlessRefused(source: string): ((value: string) => boolean) | undefined {
  try {
    return wholeValueTest(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

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
    ['(?:a|a)'.repeat(40), 'a'],
    ['(?:(?!--)[a-z])*', 'a'],
    ['(.*)\\1', 'a'],
    ['(?<=b?)a*a*b', 'a'],
    ['[^]*(?=a+$)', 'a'],
  ])('%s', (source, piece) => {
    const accepts = wholeValueTest(source);
    const value = `${piece.repeat(8000 / piece.length)}#`;
    const start = performance.now();
    expect(accepts(value)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

test.each<string | RegExp>([
  '(?:a{1,99}){1,99}',
  '(a+)+\\1',
  '(?:(a)|b)*\\1',
  '(?<word>a+)+\\k<word>',
  '(.+)(.+)\\1\\2',
  '(?<=(a+)+)b',
  '(?:(?<=a*)a)*',
  '(?:(?!a*b)a)*',
  'a*(?=a*b)a*',
  new RegExp('(?:\\p{RGI_Emoji}+)+', 'v'),
])('one that would is refused where it is registered: %s (R4)', (expression) => {
  const reason = /can take exponential time; use fewer repetitions/;
  expect(() => wholeValueTest(expression)).toThrow(reason);
  const route = new Route('/{a}', () => {});
  expect(() => route.setOptions({ tokens: { a: expression } })).toThrow(reason);
  if (typeof expression === 'string') expect(() => new Route(`/{a:${expression}}`, () => {})).toThrow(reason);
});

test('more different characters than are remembered change nothing', () => {
  const accepts = wholeValueTest('(?:[^-]+-?)+');
  for (let code = 256; code < 12_000; code++) {
    const character = String.fromCharCode(code);
    expect([code, accepts(`a-${character}-${character}`)]).toEqual([code, true]);
    expect([code, accepts(`${character}--`)]).toEqual([code, false]);
  }
});
