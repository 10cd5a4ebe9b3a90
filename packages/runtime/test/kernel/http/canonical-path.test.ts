import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpError } from '../../../src/index.ts';
import { canonicalPath } from '../../../src/kernel/http/canonical-path.ts';

const IN_A_SEGMENT = [..."ABCXYZabcxyz0189-._~!$&'()*+,;=:@"];

describe('the canonical form of a path (P1)', () => {
  test.for<readonly [string, string]>([
    ['', '/'],
    ['/', '/'],
    ['a', '/a'],
    ['/a', '/a'],
    ['/a/', '/a/'],
    ['//a', '//a'],
    ['/a//b', '/a//b'],
    ['/%61dmin', '/admin'],
    ['/%7e', '/~'],
    ['/%2d%2E%5f', '/-._'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%5cb', '/a%5Cb'],
    ['/100%25', '/100%25'],
    ['/%252e%252e/a', '/%252e%252e/a'],
    ['/a\\b', '/a%5Cb'],
    ['/a b', '/a%20b'],
    ['/é', '/%C3%A9'],
    ['/%c3%a9', '/%C3%A9'],
    ['/😀', '/%F0%9F%98%80'],
    ['/a;b=c,d', '/a;b=c,d'],
    ["/!$&'()*+,;=:@", "/!$&'()*+,;=:@"],
    ['/%21%24%26%27%28%29%2a%2B%2c%3b%3d%3A%40', "/!$&'()*+,;=:@"],
    ['/%22%23%3c%3e%3f%5b%5d%5e%60%7b%7c%7d', '/%22%23%3C%3E%3F%5B%5D%5E%60%7B%7C%7D'],
    ['/%00', '/%00'],
    ['/a?b#c', '/a%3Fb%23c'],
    ['/{id}', '/%7Bid%7D'],
    ['/ADMIN', '/ADMIN'],
  ])('%s becomes %s', ([path, canonical]) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  test.for<readonly [string, string]>([
    ['/.', '/'],
    ['/..', '/'],
    ['/./', '/'],
    ['/../', '/'],
    ['/a/.', '/a/'],
    ['/a/..', '/'],
    ['/a/./b', '/a/b'],
    ['/a/../b', '/b'],
    ['/a/b/../../c', '/c'],
    ['/../../a', '/a'],
    ['/a/%2e%2e/b', '/b'],
    ['/a/%2E./b', '/b'],
    ['/a/.%2e', '/'],
    ['/...', '/...'],
    ['/.a', '/.a'],
    ['/..a/b', '/..a/b'],
    ['/a./b', '/a./b'],
    ['/a//../b', '/a/b'],
    ['..', '/'],
  ])('dot segments are removed: %s becomes %s', ([path, canonical]) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  test.for(['/%', '/a%', '/%2', '/%zz', '/%2%35', '/%ff', '/%c3', '/%c3%28', '/%ed%a0%80', '/%c0%af'])(
    'the malformed escape in %s is an error of the client',
    (path) => {
      let thrown: unknown;
      try {
        canonicalPath(path);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(HttpError);
      expect(thrown).toMatchObject({
        status: 400,
        message: `The path ${path} has a malformed percent-escape.`,
      });
    },
  );

  test('a lone surrogate becomes the replacement character', () => {
    expect(canonicalPath('/\ud800')).toBe('/%EF%BF%BD');
  });
});

const anyPath = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%',
        '%2e',
        '%2E',
        '%2f',
        '%25',
        '%61',
        '%C3%A9',
        '%c3',
        '\\',
        '//',
        '?',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

function canonicalOr400(path: string): string | 400 {
  try {
    return canonicalPath(path);
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return 400;
    throw error;
  }
}

describe('for any path, the canonical form', () => {
  test('is reached in one step, and nothing but an HttpError 400 is thrown', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const once = canonicalOr400(path);
        if (once === 400) return;
        expect(canonicalPath(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test('starts with "/" and contains neither a dot segment nor a character that is invalid in a path', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const canonical = canonicalOr400(path);
        if (canonical === 400) return;
        expect(canonical).toMatch(/^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/);
        expect(canonical.split('/')).not.toContain('.');
        expect(canonical.split('/')).not.toContain('..');
      }),
      { numRuns: 1000 },
    );
  });

  test('is the same for every spelling of the characters of a segment', () => {
    const spelled = fc.array(
      fc.tuple(fc.constantFrom(...IN_A_SEGMENT, '/'), fc.constantFrom('as it is', 'upper', 'lower')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spelled, (characters) => {
        const plain = `/${characters.map(([character]) => character).join('')}`;
        const escaped = `/${characters.map(([character, spelling]) => spell(character, spelling)).join('')}`;
        expect(canonicalPath(escaped)).toBe(canonicalPath(plain));
      }),
      { numRuns: 500 },
    );
  });

  test('keeps the number of segments around an escaped slash or backslash', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b%2Fc', 'd%5c', '%252F', ''), { minLength: 1, maxLength: 6 }),
        (segments) => {
          expect(canonicalPath(`/${segments.join('/')}`).split('/')).toHaveLength(segments.length + 1);
        },
      ),
    );
  });
});

function spell(character: string, spelling: string): string {
  if (character === '/' || spelling === 'as it is') return character;
  const hex = character.charCodeAt(0).toString(16);
  return `%${spelling === 'upper' ? hex.toUpperCase() : hex}`;
}
