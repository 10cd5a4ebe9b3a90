import { describe, expect, test } from 'vitest';
import { InvalidArgumentError } from '../../../src/index.ts';
import { parsePattern, type Segment } from '../../../src/kernel/router/path-pattern.ts';

/** The forms of a path, written as in a path: a constraint after ":", segments joined by "/". */
function formsOf(path: string): string[] {
  return parsePattern(path).variants.map((segments) => `/${segments.map(write).join('/')}`);
}

function write(segment: Segment): string {
  const parts = segment.map((part) => {
    if (typeof part === 'string') return part;
    return part.constraint === undefined ? `{${part.name}}` : `{${part.name}:${part.constraint}}`;
  });
  return parts.join('');
}

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

describe('a path (R3)', () => {
  test.for([
    ['/', ['/']],
    ['/a', ['/a']],
    ['/a/', ['/a/']],
    ['//a', ['//a']],
    ['/{id}', ['/{id}']],
    ['/a/{id}/b', ['/a/{id}/b']],
    ['/{id:\\d+}', ['/{id:\\d+}']],
    ['/{y:\\d{4}}-{m:\\d{1,2}}.html', ['/{y:\\d{4}}-{m:\\d{1,2}}.html']],
    ['/{a:\\}}', ['/{a:\\}}']],
    ['/{a:[a-z]+}/b', ['/{a:[a-z]+}/b']],
    ['/a[/b]', ['/a', '/a/b']],
    ['/a[/]', ['/a', '/a/']],
    ['/page[/{n}[/{lang}]]', ['/page', '/page/{n}', '/page/{n}/{lang}']],
    ['/[{id}]', ['/', '/{id}']],
    ['/a[.{format}]', ['/a', '/a.{format}']],
    ['/files/{rest:.*}', ['/files/{rest:.*}']],
    ['/files[/{rest:.*}]', ['/files', '/files/{rest:.*}']],
    ['/{name}.{ext}', ['/{name}.{ext}']],
    ['/.{name}', ['/.{name}']],
    ['/..{name}', ['/..{name}']],
    ['/{a}..{b}', ['/{a}..{b}']],
    ['/{a}.', ['/{a}.']],
    ['/{a}./b', ['/{a}./b']],
    ['/{a}[.{b}]', ['/{a}', '/{a}.{b}']],
    ['/.well-known/{name}', ['/.well-known/{name}']],
    ['/...', ['/...']],
    ['/{post-id}-{n-}', ['/{post-id}-{n-}']],
    ['/{ id }/{\tn : \\d+ }', ['/{id}/{n:\\d+}']],
    ['/{rest: .* }', ['/{rest:.*}']],
  ] as const)('%s has the forms %j', ([path, forms]) => {
    expect(formsOf(path)).toEqual(forms);
  });

  test.for<readonly [string, string]>([
    ['/%61', '/a'],
    ['/é', '/%C3%A9'],
    ['/a b', '/a%20b'],
    ['/%2f', '/%2F'],
    ['/{id}/%7e', '/{id}/~'],
  ])('has canonical text: %s becomes %s', ([path, form]) => {
    expect(formsOf(path)).toEqual([form]);
  });

  test('distinguishes required from optional placeholders, and the rest', () => {
    const { placeholders } = parsePattern('/{a}[/{b:\\d+}[/{c:.*}]]');
    expect(placeholders).toEqual([
      { name: 'a', constraint: undefined, accepts: undefined, optional: false, rest: false },
      { name: 'b', constraint: '\\d+', accepts: expect.any(Function), optional: true, rest: false },
      { name: 'c', constraint: '.*', accepts: expect.any(Function), optional: true, rest: true },
    ]);
  });

  test.for([
    ['/{a:.*}', true],
    ['/{a:.+}', true],
    ['/x[/{a:.*}]', true],
    ['/{ a : .+ }', true],
    ['/{a:.*}/b', false],
    ['/{a:.*?}', false],
    ['/{a:[^.]*}', false],
  ] as const)('%s takes the remaining segments: %s', ([path, rest]) => {
    expect(parsePattern(path).placeholders[0]?.rest).toBe(rest);
  });

  test.for(['constructor', 'toString', 'hasOwnProperty', '_', 'a1', 'A_b'])(
    'may have a placeholder {%s}',
    (name) => {
      expect(parsePattern(`/{${name}}`).placeholders[0]?.name).toBe(name);
    },
  );
});

const DOUBLED = '"[[" begins an optional part that contains only another optional part';
const NAMELESS = 'a placeholder needs a name: a letter or "_", then letters, digits, "_" or "-"';

describe('a path that cannot be parsed (R14)', () => {
  test.for([
    ['', 'it must start with "/"'],
    ['a', 'it must start with "/"'],
    ['{id}', 'it must start with "/"'],
    ['/{', NAMELESS],
    ['/{}', NAMELESS],
    ['/{1}', NAMELESS],
    ['/{-}', NAMELESS],
    ['/{-a}', NAMELESS],
    ['/{ }', NAMELESS],
    ['/{ : \\d }', NAMELESS],
    ['/{a: }', 'the constraint of {a} is empty'],
    ['/{a }/{a}', 'the placeholder {a} occurs twice'],
    ['/a[[/b]]', DOUBLED],
    ['/[[{a}]]', DOUBLED],
    ['/a[/b[[/c]]]', DOUBLED],
    ['/a[[]]', '"[]" is empty'],
    ['/{a', 'the placeholder {a is not closed'],
    ['/{a b}', 'the placeholder {a is not closed'],
    ['/{a.b}', 'the placeholder {a is not closed'],
    ['/{a:\\d{2}', 'the placeholder {a is not closed'],
    ['/{a:}', 'the constraint of {a} is empty'],
    ['/{a:', 'the constraint of {a} is empty'],
    ['/a]', '"]" closes nothing'],
    ['/}', '"}" closes nothing'],
    ['/[a', '"[" is not closed'],
    ['/a[/{b}', '"[" is not closed'],
    ['/a[]', '"[]" is empty'],
    ['/[a]b', 'an optional part is only allowed at the end'],
    ['/[a][b]', 'an optional part is only allowed at the end'],
    ['/{a}{b}', 'two placeholders need text between them'],
    ['/{a}[{b}]', 'two placeholders need text between them'],
    ['/{a}/{a}', 'the placeholder {a} occurs twice'],
    ['/{a}[/{a}]', 'the placeholder {a} occurs twice'],
    ['/{__proto__}', 'a placeholder cannot be called __proto__'],
    ['/a?b', '"?" and "#" cannot be part of a path'],
    ['/a#b', '"?" and "#" cannot be part of a path'],
    ['/./b', 'the segments "." and ".." never match'],
    ['/a/..', 'the segments "." and ".." never match'],
    ['/a/../{id}', 'the segments "." and ".." never match'],
    ['/a/./{id}', 'the segments "." and ".." never match'],
    ['/%2e%2e/{id}', 'the segments "." and ".." never match'],
    ['/a[/..]', 'the segments "." and ".." never match'],
  ])('%s is rejected with the reason: %s', ([path, reason]) => {
    const shown = JSON.stringify(path);
    const message = `The argument path must be a path such as "/post/{id:\\d+}[/{lang}]", not ${shown}. In it, ${reason}.`;
    expect(() => parsePattern(path)).toThrow(InvalidArgumentError);
    expect(messageOf(() => parsePattern(path))).toBe(message);
  });

  test('because of a constraint says what is wrong with it', () => {
    expect(() => parsePattern('/{a:(}')).toThrow(
      'In it, the constraint of {a} is no regular expression (Invalid regular expression: /(/: Unterminated group).',
    );
  });

  test.for(['/%', '/%zz/{id}', '/{id}/%ff'])(
    'because of the malformed escape in %s is an invalid argument',
    (path) => {
      expect(() => parsePattern(path)).toThrow(InvalidArgumentError);
    },
  );

  test.for([undefined, null, 1, {}, ['/a'], Symbol('x')])(
    'because it is no string but %s names the type',
    (path) => {
      expect(() => parsePattern(path)).toThrow(
        /^The argument path must be a string such as "\/post\/\{id\}", not /,
      );
    },
  );
});
