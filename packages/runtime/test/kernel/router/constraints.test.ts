import { expect, test } from 'vitest';
import { Route, type RouterInterface, TreeRouter } from '../../../src/index.ts';
import { FindMyWayRouter } from '../../../src/kernel/router/find-my-way-router.ts';
import { PathToRegexpRouter } from '../../../src/kernel/router/path-to-regexp-router.ts';
import { Rou3Router } from '../../../src/kernel/router/rou3-router.ts';

/** Constraints of users, with values that they accept and values that they don't. */
const ORDINARY: Readonly<Record<string, readonly [string, readonly string[], readonly string[]]>> = {
  'a slug': ['[a-z0-9]+(?:-[a-z0-9]+)*', ['a', 'hello-world-2'], ['-a', 'a-', 'a--b', 'A', 'ä']],
  'a locale': ['[a-z]{2}(?:-[A-Z]{2})?', ['en', 'de-AT'], ['EN', 'de-at', 'deu', 'de-']],
  'an IPv4 address': [
    '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}',
    ['0.0.0.0', '192.168.1.255'],
    ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4'],
  ],
  'a compact UUID': ['[0-9a-f]{32}', ['0123456789abcdef'.repeat(2)], ['0123456789abcdef', 'g'.repeat(32)]],
  'a UUID with dashes': [
    '[\\da-fA-F]{8}-(?:[\\da-fA-F]{4}-){3}[\\da-fA-F]{12}',
    ['f81d4fae-7dec-11d0-a765-00A0c91e6bf6'],
    ['f81d4fae7dec11d0a76500a0c91e6bf6', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf'],
  ],
  'a file name': ['[\\w.-]+', ['site.tar.gz', '_a-b', '...'], ['a b', 'a/b', 'ü']],
  'a date': [
    '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])',
    ['2026-11-23', '0001-01-31'],
    ['2026-13-01', '2026-1-1', '2026-00-10', '2026-01-32'],
  ],
  'a semantic version': [
    'v?\\d+\\.\\d+\\.\\d+(?:-[\\da-zA-Z.-]+)?(?:\\+[\\da-zA-Z.-]+)?',
    ['1.2.3', 'v10.0.0-rc.1+build.5', '1.0.0+a'],
    ['1.2', '1.2.3-', 'v1.2.x', '1.2.3+a+b'],
  ],
  'a hex color': ['(?:[\\da-f]{3}){1,2}', ['fff', 'c0ffee'], ['ff', 'ffff', 'ggg']],
  digits: ['\\d+', ['0', '007', '9'.repeat(2000)], ['1a', '-1', '٣', '1\n']],
  'digits of a length': ['\\d{1,10}', ['0', '1234567890'], ['12345678901', '1a', '-1']],
  alternatives: ['asc|desc', ['asc', 'desc'], ['ascdesc', 'as', 'ASC', 'asc ']],
  'a negated class': ['[^.]+', ['a b', 'ü-1', 'a/b'], ['a.b', '.a']],
  'a name with an extension': [
    '.+\\.(?:png|jpe?g|webp)',
    ['a.png', 'a.b.jpeg', 'ü.jpg'],
    ['.png', 'png', 'a.gif', 'a.png.exe'],
  ],
  base64url: ['[A-Za-z0-9_-]+', ['aGk_-9'], ['aGk=', 'a+b', 'a/b']],
  'a country': ['[A-Z]{2}', ['AT', 'DE'], ['at', 'A', 'AUT']],
  'a handle': [
    '@[a-zA-Z]\\w{2,15}',
    ['@ada', '@Ada_Lovelace1'],
    ['ada', '@1da', '@ad', `@${'a'.repeat(17)}`],
  ],
  'an email address': [
    '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}',
    ['ada@example.org', 'a.b+c@mail.example.org'],
    ['ada', 'ada@example', 'a@b@example.org', 'a da@example.org'],
  ],
  'a decimal': ['-?\\d+(?:\\.\\d{1,2})?', ['0', '-12.5', '3.14'], ['.5', '1.', '1.234', '+1']],
  'a time': ['(?:[01]\\d|2[0-3]):[0-5]\\d', ['00:00', '23:59'], ['24:00', '9:00', '12:60']],
  'a commit': ['[0-9a-f]{7,40}', ['0123abc', 'a'.repeat(40)], ['012345', 'a'.repeat(41), 'ABCDEF0']],
  'an ISBN': ['(?:97[89])?\\d{9}[\\dX]', ['043942089X', '9780439420891'], ['97804394208', '977043942089X']],
  'a password': ['(?=.*\\d)(?=.*[a-z]).{8,}', ['abcdefg1'], ['abcdefgh', '12345678', 'abc1']],
};

const WITH_FLAGS: Readonly<Record<string, readonly [RegExp, readonly string[], readonly string[]]>> = {
  'letters of any language': [/\p{L}+/u, ['Zoë', 'שלום', '東京'], ['a1', 'a b', '😀']],
  'alternatives in either case': [/draft|published/i, ['draft', 'Published'], ['drafts', '']],
};

/**
 * Expressions that keep a backtracking engine busy, or need a large automaton, with the characters of a hostile
 * value.
 */
const HOSTILE: readonly (readonly [expression: string, characters: string])[] = [
  ['(a|a)+', 'a'],
  ['(?:a|aa)+', 'a'],
  ['(a+)+', 'a'],
  ['(a*)*b', 'a'],
  ['(x+x+)+y', 'x'],
  ['(.*)*', 'a'],
  ['(.*)*x', 'a'],
  ['\\d+\\d+\\d+\\d+', '1'],
  ['.*.*.*x', 'a'],
  ['(\\w+\\s?)*', 'a '],
  ['([a-z]+-?)*', 'a-'],
  ['(?:a|b|ab)*c', 'ab'],
  ['([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*@', 'a_'],
  ['(?:a?){25}a{25}', 'a'],
  ['(?:[ab]*a[ab]{100})+', 'ab'],
  ['(?:[ab]{0,10}a[ab]{0,10}){0,5}', 'ab'],
  ['(?:[ab]{0,30}a[ab]{0,30}){0,15}', 'ab'],
  ['(?:\\w{0,120}\\d)*', 'a1'],
  ['(a+)\\1', 'a'],
  ['(a+)+\\1', 'a'],
  ['(?:(a)|b)*\\1', 'ab'],
  ['(?=(a+)+$)a*', 'a'],
  ['(?!.*b)a*a*', 'a'],
  ['(?<=a*)a*a*b', 'a'],
];

// The longest value that an expression of more than a few steps for each character accepts, and about the longest that Node receives.
const LENGTHS = [1024, 16_000];

/** A constraint in the path is honored by all three routers, the option `tokens` by `TreeRouter` only (rule R4). */
const REGISTRATIONS: Readonly<Record<string, (expression: string) => RouterInterface>> = {
  'TreeRouter, in the path': (expression) => inPath(new TreeRouter(), expression),
  'FindMyWayRouter, in the path': (expression) => inPath(new FindMyWayRouter(), expression),
  'Rou3Router, in the path': (expression) => inPath(new Rou3Router(), expression),
  'PathToRegexpRouter, in the path': (expression) => inPath(new PathToRegexpRouter(), expression),
  'TreeRouter, as a token': asToken,
};

test.each(Object.entries(ORDINARY))(
  'a constraint for %s decides which paths a route matches (R3, R4)',
  (_, [expression, accepted, others]) => {
    for (const [name, register] of Object.entries(REGISTRATIONS)) {
      const values = matched(register(expression), [...accepted, ...others]);
      expect([name, values]).toEqual([name, accepted]);
    }
  },
);

test.each(Object.entries(WITH_FLAGS))(
  'a constraint for %s is a token with flags (R4)',
  (_, [expression, accepted, others]) => {
    expect(matched(asToken(expression), [...accepted, ...others])).toEqual(accepted);
  },
);

test.each(HOSTILE)(
  'the constraint %s is rejected at registration, or tests every value within 50 ms (R4)',
  (expression, characters) => {
    for (const [name, register] of Object.entries(REGISTRATIONS)) {
      let router: RouterInterface;
      try {
        router = register(expression);
      } catch (error) {
        expect([name, String(error)]).toEqual([name, expect.stringContaining('can take exponential time')]);
        continue;
      }
      const times = LENGTHS.map((length) => slowest(router, hostileValues(characters, length)));
      expect([name, Math.max(...times)]).toEqual([name, expect.toSatisfy((time: number) => time < 50)]);
    }
  },
);

function inPath(router: RouterInterface, expression: string): RouterInterface {
  router.addRoute(new Route(`/{value:${expression}}`, () => {}));
  return router;
}

function asToken(value: string | RegExp): RouterInterface {
  const router = new TreeRouter();
  router.addRoute(new Route('/{value}', () => {}).setOptions({ tokens: { value } }));
  return router;
}

function matched(router: RouterInterface, values: readonly string[]): readonly string[] {
  return values.filter((value) => router.match('GET', `/${encodeURIComponent(value)}`).success);
}

/**
 * Values of a length, in groups whose values take equally long. No two are the same, because an automaton remembers what it
 * has read.
 */
function hostileValues(characters: string, length: number): readonly (readonly string[])[] {
  const repeated = characters.repeat(length).slice(0, length - 1);
  const ends = ['!', '?', '='];
  let state = length;
  const random = (): string => {
    state = (state * 48_271) % 2_147_483_647;
    return characters[(state >> 8) % characters.length] as string;
  };
  return [
    ends.map((end) => `${repeated}${end}`),
    ends.map((end) => `${end}${repeated}`),
    ends.map((end) => Array.from({ length: length - 1 }, random).join('') + end),
  ];
}

/** In milliseconds, the best of each group, because this process also collects garbage and compiles. */
function slowest(router: RouterInterface, groups: readonly (readonly string[])[]): number {
  return Math.max(...groups.map((values) => Math.min(...values.map((value) => timeOf(router, value)))));
}

/** The time of the processor, because other processes share it. */
function timeOf(router: RouterInterface, value: string): number {
  const path = `/${encodeURIComponent(value)}`;
  const start = process.cpuUsage();
  router.match('GET', path);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
