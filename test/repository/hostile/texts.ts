import { type Arbitrary, array, constantFrom, oneof, record, string } from 'fast-check';

/** Combining marks of falling order, which take quadratic time to normalize. */
const MARKS = '\u0315\u0300\u0327\u05b0';

/** The pieces of the grammars that parsers read. Each, repeated, was the worst case of some parser. */
export const UNITS: readonly string[] = [
  ',',
  ';',
  '=',
  '"',
  '\\',
  '\\"',
  ' ',
  '\t',
  '%',
  '%2',
  '%2e',
  '%2F',
  '%25',
  '%3D',
  '%40',
  '%ff',
  '/',
  '//',
  '/.',
  '/..',
  '..',

  '.',
  ':',
  '[',
  ']',
  '(',
  '{',
  '}',
  '&',
  '+',
  '-',
  '_',
  '*',
  '?',
  '#',
  '@',
  '!',
  '~',
  '|',
  '^',
  '$',
  "'",
  '`',
  '<',

  'a',
  'a.',
  'a-',
  'a/',
  'A',
  '0',
  '1,',
  '0-',
  '0-1,',
  '1.2.3.4, ',
  '[::1], ',
  '::',
  ':1',
  'a=b; ',
  'a=b&',
  'a&',

  'a[]=1&',
  'a[b]=1&',
  'a=1; a=2; ',
  ';a',
  ';a=',
  ';a="b"',
  ';a="',
  ';q=0',
  ';q=0.1,',
  '*/*,',
  'a/b;q=0,',
  'a/*,',

  'en-',
  'en,',
  'de;q=0.5,',
  'gzip,',
  '"a",',
  'W/"a",',
  '"a',
  'for=a,',
  'for="[::1]";by=b,',
  'for="',
  'W/',
  '/"',

  '[1,',
  '{"a":',
  '{"a":1},',
  '"\\u0000"',
  '"a":1,',
  '1e',
  '-1',
  '\\u',
  '\\ud800',
  '\r\n',
  '\n',
  '\r\n\r\n',
  '\r',

  '--b',
  '\r\n--b',
  '\r\n--b\r\n',
  '\r\n-',
  'a: b\r\n',
  '; name="a"',
  "; filename*=UTF-8''%",
  'é',
  '\xff',
  '\0',

  MARKS,
  '\ud800',
  '\u2028',
  '\u{1f600}',
  'eyJ',
  'eyJhbGciOiJIUzI1NiJ9.',
  '==',
  'ab==',
  'http://a',
  'http://',
  '1 ',
  '1-2/3,',
  '*/5,',
  'L,',
  'MON-',
  '00-',
  'close, ',
  'x-a, ',
  '&#38;',
  '<a href="',
];

export interface Recipe {
  readonly prefix: string;
  readonly units: readonly string[];
  readonly suffix: string;
}

/** Prefixes and suffixes of the repeated part: something that a parser expects, or that makes all of it invalid. */
const PREFIXES = ['', '"', 'a=', '/', 'a/', ' '] as const;
const SUFFIXES = ['', '!', '"', '\\', ' x'] as const;

/** Each unit alone, after nothing and after each prefix that a parser's grammar has. */
export function worstCases(prefixes: readonly string[]): Recipe[] {
  return ['', ...prefixes].flatMap((prefix, place) =>
    // Every other one is invalid at its end, so that a parser may look for another way to read it.
    UNITS.map((unit, index) => ({ prefix, units: [unit], suffix: (index + place) % 2 === 0 ? '' : '!' })),
  );
}

/** Random mixtures of units. */
export function recipes(prefixes: readonly string[]): Arbitrary<Recipe> {
  return record({
    prefix: constantFrom(...new Set([...PREFIXES, ...prefixes])),
    units: array(oneof({ weight: 6, arbitrary: constantFrom(...UNITS) }, string({ maxLength: 4 })), {
      minLength: 1,
      maxLength: 5,
    }),
    suffix: constantFrom(...SUFFIXES),
  });
}

/** A string of about this many characters, for a parser. */
export function textOf(
  { prefix, units, suffix }: Recipe,
  size: number,
  clean: (part: string) => string = String,
): string {
  const unit = clean(units.join('')) || 'a';
  return `${clean(prefix)}${unit.repeat(Math.ceil(size / unit.length))}${clean(suffix)}`;
}
