import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Route, TreeRouter } from '../../../src/index.ts';
import { automatonTest } from '../../../src/kernel/router/constraints/automaton.ts';
import { analyze } from '../../../src/kernel/router/constraints/expression.ts';
import { wholeValueTest } from '../../../src/kernel/router/constraints/constraint.ts';
import { processorTime } from '../../support/processor-time.ts';

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
  '0189',
  '1/',
  ':1',
  '12\n',
  '٣',
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
  '\u00a0x',
  'a\u2028b',
  '\u{2000b}',
  'paz',
  'ppL',
];

/** Undefined when the automaton can't run the expression. */
function linearTest(source: string, flags: string): ((value: string) => boolean) | undefined {
  const { build } = analyze(source, flags, 1024);
  return build && automatonTest(build, flags);
}

describe('a whole value is tested as JavaScript would', () => {
  test.each<string | RegExp>([
    '\\d+',
    /\d+/imsu,
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
    '(?:)*a?a?',
    '(a?)*b?',
    /[A-B]*-?[ab]*/gi,
    /\p{L}*\d*/u,
    /.*.?/s,
    /\u{1F600}*a*/u,
    '(a)\\1*b?',
    '(?<=a)b*a*|a*',
    '[😀ü]*a*',
    /^a$\s^b$/m,
    new RegExp('\\p{RGI_Emoji}', 'v'),
    /^[a-z]+$\s?^b$|a\sb/m,
    '\\x61*\\u0062*\\n*',
    '}]a*',
    '\\ud83d\\ude00|a*b?',
    '(?:\\.|b)*\\/?',
    /(?:a|b)+/dgisuy,
    /(?:[\p{L}_]+-?)+/u,
    '(?:[\\u0061-\\u00ff]+-?)+',
    '(?:😀|[b-z])+',
    /(?:\w+-?)+/iu,
    new RegExp('[[a-z]--[ux]]+', 'v'),
    '(?:\\s+\\S*)+',
    '(?:[^\\s-]+[\\s-]?)+',
    '(?:.+\\n?)+',
    '(?:(?<first>a)|(b))+',
    '(?=.*\\d)(?=.*-)[-\\d]{3,}',
    '\\u{0,}\\u{0,}\\u{0,}x',
    '\\p{1,}\\p{1,}\\p{1,}\\p{1,}x',
    '(?:[\\S]+[^\\S]?)+',
    '(?:[[:alpha:]]+-?)+',
    '(?:[^]|[])+',
    '(?:\\a|b)*\\/?',
    ']*-*a*',
    /(?:^[a-z]+$\s?)+/m,
    /\b(?:\w+\b\W?)+/iu,
    '(?:(?!--)[a-z-])*',
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

describe('the automaton accepts what JavaScript accepts', () => {
  const ATOMS = [
    ['a', 's', 'k', 'ſ', 'ü', 'Σ', '😀', '/', '.', '^', '$', ''],
    [
      '\\b',
      '\\B',
      '\\w',
      '\\W',
      '\\d',
      '\\D',
      '\\s',
      '\\S',
      '\\.',
      '\\-',
      '\\n',
      '\\x61',
      '\\u00e9',
      '\\p{L}',
    ],
    ['[ab]', '[^a]', '[a-s]', '[^s]', '[\\s-]', '[^\\s]', '[\\w-]', '[^\\W]', '[^\\d\\s]', '[a\\-b]', '[.]'],
    ['[\\x61-\\x63\\]]', '[\\u00e0-\\u017e]', '[^\\P{Lu}]', '[😀-😂]', '[-&&a]', '[\\^$]', '\\\\u0061'],
  ].flat();
  const UNITS = Array.from('ab-sSkKſüÜςσß.1 \n\r\u000b\u0085\u00a0\u2028\ufeff\u212aé]&\\😀');

  test('for any expression', () => {
    const { expression } = fc.letrec<{ expression: string; atom: string }>((tie) => ({
      atom: fc.oneof(
        // Deeper ones may keep JavaScript itself busy for minutes.
        { maxDepth: 1 },
        fc.constantFrom(...ATOMS),
        fc.tuple(fc.constantFrom('(', '(?:'), tie('expression')).map(([open, inner]) => `${open}${inner})`),
      ),
      expression: fc
        .array(
          fc
            .tuple(
              tie('atom'),
              fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '*?'),
              fc.constantFrom('', '|'),
            )
            .map(
              ([atom, quantifier, bar]) => (/^(?:\\b|\^|\$|)$/i.test(atom) ? atom : atom + quantifier) + bar,
            ),
          { minLength: 1, maxLength: 3 },
        )
        .map((parts) => parts.join('')),
    }));
    const values = fc.array(fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 4 }), { maxLength: 8 });
    const flags = fc.constantFrom('', 'i', 's', 'u', 'iu', 'isu');
    fc.assert(
      fc.property(expression, flags, values, (source, given, items) => {
        const accepts = isValid(source, given) ? linearTest(source, given) : undefined;
        if (accepts === undefined) return;
        const native = new RegExp(`^(?:${source})$`, given);
        for (const item of items) {
          expect([source, given, item, accepts(item)]).toEqual([source, given, item, native.test(item)]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test.each(['\\s', '\\S', '.', '\\w', '\\W', '[^\\s]', '[a-z]', '[^a-z]', '[à-ž]'])(
    'for any character: %s',
    (source) => {
      for (const flags of ['u', 'iu', 'su']) {
        const accepts = linearTest(source, flags);
        const native = new RegExp(`^${source}$`, flags);
        const different: number[] = [];
        for (let code = 0; code < 0x3100; code++) {
          const character = String.fromCodePoint(code);
          if (character.isWellFormed() && accepts?.(character) !== native.test(character))
            different.push(code);
        }
        expect([flags, different]).toEqual([flags, []]);
      }
    },
  );
});

describe('the automaton does not run', () => {
  test.each<[source: string, flags: string]>([
    ['(?=a)a', ''],
    ['(?!a)b', ''],
    ['(?<=a)b', ''],
    ['(?<!a)b', ''],
    ['(a)\\1', ''],
    ['(?<x>a)\\k<x>', ''],
    ['a', 'v'],
    ['\\cA', ''],
    ['\\0', ''],
    ['\\012', ''],
    ['\\p{RGI_Emoji}', 'v'],
    ['(?i:a)', ''],
  ])('%s with the flags "%s"', (source, flags) => {
    expect(linearTest(source, flags)).toBeUndefined();
  });
});

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Undefined when the expression can take too long. */
function testUnlessRefused(source: string): ((value: string) => boolean) | undefined {
  try {
    return wholeValueTest(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

describe('no value takes forever', () => {
  test.each([
    ['(a+)+', 'a'],
    ['(a|a)*', 'a'],
    ['(a|aa)+', 'a'],
    ['(?:a?){50}a{50}', 'a'],
    ['a*a*a*a*a*b', 'a'],
    ['(.*)*x', 'a'],
    ['([a-z]+-?)*!', 'a-'],
    ['(a{1,10}){1,10}', 'a'],
    ['(?:a|a)'.repeat(40), 'a'],
    ['(?:(?!--)[a-z])*', 'a'],
    ['(.*)\\1', 'a'],
    ['(?:(?<=a*)a)*', 'a'],
    ['(?:[ab]*a[ab]{100})+', 'ab'],
    ['\\d*\\d*\\d*\\d*x', '1'],
    ['[a-z0-9]+(?:-[a-z0-9]+)*', 'a-'],
    ['(?=.*\\d)(?=.*[a-z]).{8,}', 'a'],
  ])('%s', (source, piece) => {
    const accepts = wholeValueTest(source);
    const value = `${piece.repeat(16_000 / piece.length)}#`;
    expect(processorTime(() => expect(accepts(value)).toBe(false))).toBeLessThan(2000);
  });
});

test('values that a risky expression accepts have up to 1024 characters, as documented (R4)', () => {
  for (const expression of ['[a-z]+(?:-[a-z]+)*', '(?!x)[a-z]*[a-z]*']) {
    const accepts = wholeValueTest(expression);
    expect([accepts('a'.repeat(1024)), accepts('a'.repeat(1025))]).toEqual([true, false]);
  }
  expect(wholeValueTest('[a-z]+')('a'.repeat(5000))).toBe(true);
});

test('a segment of text and placeholders takes no longer for failed attempts (R4)', () => {
  const router = new TreeRouter();
  router.addRoute(new Route('/{a:(?!0)\\d*\\d*}-{b}', () => {}));
  const path = `/${'1'.repeat(16_000)}!${'-'.repeat(40)}`;
  expect(processorTime(() => expect(router.match('GET', path).success).toBe(false))).toBeLessThan(1000);
});

test('parts of two groups are no expression (R14)', () => {
  expect(() => new Route('/{id:a)|(b}', () => {})).toThrow('regular expression');
});

test.each<string | RegExp>([
  '(?:a?){1000}(?:a?){1000}(?:a?){1000}x',
  '\\k<a*a*a*a*>x',
  '(?:a{1,99}){1,99}',
  '(?:[ab]{0,30}a[ab]{0,30}){0,15}',
  '(?:[ab]*a[ab]{500})+',
  '(a+)+\\1',
  '(?:(a)|b)*\\1',
  '(?<word>a+)+\\k<word>',
  '(.+)(.+)\\1\\2',
  '(?=(a+)+$)a*',
  '[^]*(?=a+$)',
  '(?:(?!b)a+)+',
  '(?:(?!a*b)a)*',
  'a*(?=a*b)a*',
  new RegExp('(?:\\p{RGI_Emoji}+)+', 'v'),
  new RegExp('(?:[[a-z]--[ux]]+-?)+', 'v'),
  new RegExp('[\\q{ab|}]*(?:a|1)', 'v'),
  '(?<=b?)a*a*b',
  new RegExp('[\\q{a|aa|aaa|aaaa}]{20}b', 'v'),
])('an expression that would is rejected at registration: %s (R4)', (expression) => {
  const reason = /can take exponential time; use fewer repetitions/;
  expect(() => wholeValueTest(expression)).toThrow(reason);
  const route = new Route('/{a}', () => {});
  expect(() => route.setOptions({ tokens: { a: expression } })).toThrow(reason);
  if (typeof expression === 'string') expect(() => new Route(`/{a:${expression}}`, () => {})).toThrow(reason);
});
