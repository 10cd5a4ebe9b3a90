import { parse } from '@babel/parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addInjection } from '../../src/edit/inject/add-injection.ts';
import type { Injection } from '../../src/edit/injected.ts';
import { insertedLines } from './added-route.ts';

const file = 'src/action/show-post.ts';
const modules = { runtime: 'fw-runtime/b', own: '#app/action/show-post' };
const clock: Injection = {
  code: 'Clock',
  names: ['Clock'],
  field: 'clock',
  type: 'Clock',
  isKnown: true,
  imported: { name: 'Clock', from: '#app/service/clock' },
};
const config: Injection = {
  code: "'config'",
  names: ['config'],
  field: 'config',
  type: 'Config',
  isKnown: true,
  imported: { name: 'Config', from: 'fw-runtime/b', isType: true },
};
const mailer: Injection = {
  code: "'mailer'",
  names: ['mailer'],
  field: 'mailer',
  type: 'unknown',
  isKnown: false,
  imported: undefined,
};

/** Adds services to what is called `name`, and checks that each once more changes nothing. */
function add(text: string, injections: readonly Injection[] = [clock], name = 'ShowPost'): string {
  const once = (before: string, injection: Injection): string =>
    addInjection(before, file, name, injection, modules);
  const after = injections.reduce(once, text);
  expect(injections.reduce(once, after)).toBe(after);
  return after;
}

const plain = `import type { HttpResponse, ServerRequest } from 'fw-runtime/b';

/** GET /post/{id} */
export class ShowPost {
  process(_request: ServerRequest): HttpResponse {
    return new TextResponse('');
  }
}
`;

const given = `import { Clock } from '#app/service/clock';
import type { Config, HttpResponse, ServerRequest } from 'fw-runtime/b';

/** GET /post/{id} */
export class ShowPost {
  static readonly inject = [Clock, 'config'] as const;
  readonly #clock: Clock;
  readonly #config: Config;

  constructor(clock: Clock, config: Config) {
    this.#clock = clock;
    this.#config = config;
  }

  process(_request: ServerRequest): HttpResponse {
    return new TextResponse('');
  }
}
`;

describe('a class', () => {
  test('that is given nothing gets inject, fields and a constructor', () => {
    expect(add(plain, [clock, config])).toBe(
      given
        .replace(/^(.*\n)(.*\n)/, '$2$1')
        .replace('{ Config, HttpResponse, ServerRequest }', '{ HttpResponse, ServerRequest, Config }'),
    );
  });

  test('that is given services gets one more, and nothing else changes', () => {
    expect(insertedLines(given, add(given, [mailer]))).toEqual([
      "-   static readonly inject = [Clock, 'config'] as const;\n",
      "  static readonly inject = [Clock, 'config', 'mailer'] as const;",
      '  readonly #mailer: unknown;',
      '-   constructor(clock: Clock, config: Config) {\n',
      '  constructor(clock: Clock, config: Config, mailer: unknown) {',
      '    this.#mailer = mailer;',
    ]);
  });

  test('that has the service, by class or by id, is left as it is', () => {
    expect(add(given, [clock, config])).toBe(given);
    const byId = given.replace('[Clock,', '["Clock",');
    expect(add(byId, [clock])).toBe(byId);
    const quotes = given.replace("'config'", '"o\'clock"');
    expect(add(quotes, [{ ...config, code: '"o\'clock"', names: ["o'clock"] }])).toBe(quotes);
  });

  test('of one line, and one without a constructor but with fields', () => {
    expect(add('export class ShowPost {}\n')).toBe(`import { Clock } from '#app/service/clock';

export class ShowPost {
  static readonly inject = [Clock] as const;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }
}
`);
    const counting = 'export class ShowPost {\n  readonly counts = new Map();\n\n  process() {}\n}\n';
    expect(add(counting, [mailer])).toBe(`export class ShowPost {
  static readonly inject = ['mailer'] as const;
  readonly counts = new Map();
  readonly #mailer: unknown;

  constructor(mailer: unknown) {
    this.#mailer = mailer;
  }

  process() {}
}
`);
  });

  test('keeps the blank lines behind its fields', () => {
    for (const blank of ['\n\n', ' \t\n \t\n', '\r\n\r\n']) {
      const counting = `export class ShowPost {\n  readonly counts = 1;${blank}  process() {}\n}\n`;
      expect(add(counting, [mailer])).toMatch(
        /this\.#mailer = mailer;\r?\n {2}\}[ \t]*\r?\n[ \t]*\r?\n {2}process\(\)/,
      );
    }
  });

  test('with a constructor that takes nothing, of CRLF, tabs and double quotes', () => {
    const text =
      'export class ShowPost extends Base {\r\n\tstatic readonly inject = [] as const; // none\r\n\tconstructor() { super(); }\r\n}\r\n';
    expect(add(text, [mailer])).toBe(
      "export class ShowPost extends Base {\r\n\tstatic readonly inject = ['mailer'] as const; // none\r\n\treadonly #mailer: unknown;\r\n\tconstructor(mailer: unknown) {\r\n\t\tsuper();\r\n\t\tthis.#mailer = mailer;\r\n\t}\r\n}\r\n",
    );
    const quoted = given.replaceAll("'", '"');
    expect(add(quoted, [mailer])).toContain('[Clock, "config", "mailer"] as const');
  });

  test('whose lines would be too wide has a parameter a line', () => {
    const long = given.replaceAll(/(?<=[#. (,])config\b(?!')/g, 'theConfigurationOfAllThatIsHere');
    expect(add(long, [{ ...mailer, field: 'theMailerOfTheWholeSiteAndMore' }])).toContain(`  constructor(
    clock: Clock,
    theConfigurationOfAllThatIsHere: Config,
    theMailerOfTheWholeSiteAndMore: unknown,
  ) {
`);
  });

  test('that imports the type of a service imports it as a value', () => {
    const text = `import { type Clock, type Zone } from '#app/service/clock';\n${plain}`;
    expect(add(text)).toContain("import { Clock, type Zone } from '#app/service/clock';");
    const types = `import type { Clock, Zone } from '#app/service/clock';\n${plain}`;
    expect(add(types)).toContain("import { Clock, type Zone } from '#app/service/clock';");
  });
});

describe('a handler of handle()', () => {
  test('gets the service in its list and behind its input', () => {
    const text = 'export const show = contract({}).handle(({ params }) => params.id);\n';
    expect(add(text, [clock, mailer], 'show')).toBe(
      `import { Clock } from '#app/service/clock';

export const show = contract({}).handle([Clock, 'mailer'], ({ params }, clock, mailer: unknown) => params.id);
`,
    );
    for (const [before, after] of [
      ['handle(() => 1)', "handle(['config'], (_input, config) => 1)"],
      ['handle(input => 1)', "handle(['config'], (input, config) => 1)"],
      ['handle([], async (input) => 1)', "handle(['config'], async (input, config) => 1)"],
      ['handle([Zone], (input, zone) => zone)', "handle([Zone, 'config'], (input, zone, config) => zone)"],
    ] as const) {
      const show = `export const show = contract({}).${before};\n`;
      expect(add(show, [config], 'show')).toBe(show.replace(before, after));
    }
  });

  test('whose parameters are other than its services, or taken, is left alone', () => {
    const refused = (code: string): (() => string) => {
      return () => add(`export const show = contract({}).${code};\n`, [config], 'show');
    };
    expect(refused('handle([Zone], (input) => 1)')).toThrow('takes 0 parameters, but lists 1 service');
    expect(refused('handle([Zone], input => 1)')).toThrow('takes 0 parameters, but lists 1 service');
    expect(refused('handle(run)')).toThrow('the handler of show is not an arrow function');
    expect(refused('handle(({ config }) => 1)')).toThrow(
      'show in src/action/show-post.ts has a parameter "config"',
    );
  });

  test('of a resource gets the services of the resource', () => {
    const resource = (options: string): string =>
      `export const posts = resource('/posts', ${options}, ({ get }) => ({\n  list: get('/').handle(() => []),\n}));\n`;
    expect(add(resource("{ name: 'posts', services: [Posts] }"), [config], 'posts')).toBe(
      resource("{ name: 'posts', services: [Posts, 'config'] }"),
    );
    expect(add(resource("{ name: 'posts' }"), [config], 'posts')).toBe(
      resource("{ name: 'posts', services: ['config'] }"),
    );
  });
});

describe('a function', () => {
  test('that is made by inject gets the service in both lists', () => {
    const text = "export const now = inject(['zone'], (zone: string) => () => zone);\n";
    expect(add(text, [clock, mailer], 'now')).toBe(
      `import { Clock } from '#app/service/clock';\nimport { inject } from 'fw-runtime/b';\n\nexport const now = inject(['zone', Clock, 'mailer'], (zone: string, clock, mailer: unknown) => () => zone);\n`,
    );
    expect(add('export const now = inject([Zone], zone => () => zone);\n', [config], 'now')).toContain(
      "inject([Zone, 'config'], (zone, config) => () => zone)",
    );
    expect(add('export const now = inject([], () => (request) => x);\n', [config], 'now')).toContain(
      "inject(['config'], (config) => (request) => x)",
    );
    expect(
      add('export const now = inject([Zone], function (zone) { return () => zone; });\n', [config], 'now'),
    ).toContain("inject([Zone, 'config'], function (zone, config) { return () => zone; })");
  });

  test('keeps its lists on a line, however long the function behind them is', () => {
    const text = `export const now = inject([Zone], (zone) => () => ${'long.'.repeat(30)}answer);\n`;
    expect(add(text, [config], 'now')).toContain("inject([Zone, 'config'], (zone, config) => () => long.");
    const id = { ...config, code: `'${'c'.repeat(80)}'`, names: [] };
    expect(
      addInjection('export const now = inject([Zone], (zone) => () => zone);\n', file, 'now', id, modules),
    ).toContain(`inject([\n  Zone,\n  '${'c'.repeat(80)}',\n], (zone, config) => () => zone);`);
  });

  test('that is plain is put into inject', () => {
    expect(add('export const now = async (request) => { await x; };\n', [clock], 'now')).toContain(
      'export const now = inject([Clock], (clock) => async (request) => { await x; });\n',
    );
    expect(add('export const now: Middleware = (request) => answer;\n', [clock], 'now')).toContain(
      'export const now = inject([Clock], (clock): Middleware => (request) => answer);\n',
    );
    expect(add('export const now = function (request) { return x; };\n', [clock], 'now')).toContain(
      'export const now = inject([Clock], (clock) => function (request) { return x; });\n',
    );
    expect(
      add(
        'export async function now(request: ServerRequest): Promise<HttpResponse> {\n  return x;\n}\n',
        [mailer],
        'now',
      ),
    ).toBe(
      "import { inject } from 'fw-runtime/b';\n\nexport const now = inject(['mailer'], (mailer: unknown) => async (request: ServerRequest): Promise<HttpResponse> => {\n  return x;\n});\n",
    );
  });
});

describe('what is not understood is left alone, with the reason', () => {
  test.each([
    ['export class ShowPost extends Base {}', 'ShowPost extends another class'],
    ['export class ShowPost { constructor(posts) {} }', 'ShowPost takes 1 parameter, but lists 0 services'],
    [
      'export class ShowPost { static inject = ids; }',
      'the services of ShowPost are not an array literal in that file',
    ],
    [
      'export class ShowPost { static inject = [...ids]; }',
      'the services of ShowPost are not an array literal',
    ],
    ['export const ShowPost = inject([Zone], make);', "the argument of ShowPost isn't a literal function"],
    ['export const ShowPost = make();', 'ShowPost is neither a class nor a function in that file'],
    [
      'export function ShowPost() { return this; }',
      "ShowPost is a function that can't become an arrow function",
    ],
    [
      'export function* ShowPost() { yield 1; }',
      "ShowPost is a function that can't become an arrow function",
    ],
    ['export enum ShowPost { A }', 'ShowPost is neither a class nor a function'],
    ['export class ShowPost { constructor(...services) {} }', 'ShowPost has a rest parameter'],
    [
      'export class ShowPost { static inject = [A]; constructor(...services) {} }',
      'ShowPost has a rest parameter',
    ],
    ['export const ShowPost = inject([A], (...all) => () => all);', 'ShowPost has a rest parameter'],
    [
      'export class ShowPost { static inject = [A, B]; constructor(a) {} }',
      'ShowPost takes 1 parameter, but lists 2 services',
    ],
    [
      'export const ShowPost = inject([A], (a, b) => () => a);',
      /ShowPost takes 2 parameters, but lists 1 service\b/,
    ],
    [
      'export class ShowPost { static inject = [A, , B]; }',
      'the services of ShowPost are not an array literal',
    ],
    ['export { ShowPost } from "./other.ts";', 'ShowPost is not declared in it'],
  ])('%s', (text, reason) => {
    expect(() => add(text)).toThrow(reason);
  });

  test.each([
    ['export class ShowPost { readonly #clock = 1; }', 'has a member "clock" already'],
    ['export const ShowPost = inject([Zone], (clock) => () => clock);', 'has a parameter "clock" already'],
  ])('%s', (text, reason) => {
    expect(() => add(text)).toThrow(reason);
  });
});

const blank = fc.constantFrom('', '\n', '\n\n', ' // c }\n', '\n  /** doc { */\n');
const member = fc.constantFrom(
  'readonly counts = new Map<string, number>();',
  '#total = 0;',
  'static readonly zone = `a\n  b`;',
  'process(request: ServerRequest): HttpResponse {\n    return x;\n  }',
  'get size() { return 1; }',
  'static { start(); }',
);
const injected = fc.constantFrom(
  ['', ''],
  ['static readonly inject = [] as const;', 'constructor() { start(); }'],
  ['static readonly inject = [A, "b"] as const;', 'constructor(a: A, b: unknown) {}'],
  [
    'static inject = [\n    A, // first\n  ];',
    'constructor(\n    a: A, // first\n  ) {\n    this.use(a);\n  }',
  ],
);
const shape = fc.record({
  members: fc.uniqueArray(fc.tuple(blank, member), { maxLength: 4, selector: ([, code]) => code }),
  injected,
  places: fc.tuple(fc.nat(4), fc.nat(4)),
  isCompact: fc.boolean(),
  crlf: fc.boolean(),
});

test('what a class has it has after, and one service more', () => {
  fc.assert(
    fc.property(shape, ({ members, injected: [list = '', maker = ''], places, isCompact, crlf }) => {
      const lines = members.map((parts) => parts.join(''));
      if (maker !== '') lines.splice(places[0], 0, maker);
      if (list !== '') lines.splice(places[1], 0, list);
      const separator = isCompact ? ' ' : '\n  ';
      const body = lines.map((line) => separator + line).join('');
      const text = `export class ShowPost {${body}${isCompact ? ' ' : '\n'}}\n`;
      const before = crlf ? text.replaceAll('\n', '\r\n') : text;
      const after = add(before, [clock]);

      const [was, is] = [classOf(before), classOf(after)];
      expect(is.services).toEqual([...was.services, 'Clock']);
      expect(is.parameters).toEqual([...was.parameters, 'clock:Clock']);
      expect(is.assigned).toBe(true);
      expect(is.others.filter((other) => other !== 'readonly#clock:Clock;')).toEqual(was.others);
      expect(is.comments).toEqual(was.comments);
    }),
    { numRuns: 200 },
  );
});

interface AnyMember {
  readonly start: number;
  readonly end: number;
  readonly kind?: string;
  readonly static?: boolean;
  readonly key?: { readonly name?: string };
  readonly params?: readonly AnyMember[];
  readonly value?: { readonly elements?: readonly AnyMember[]; readonly expression?: AnyMember['value'] };
}

/** What stands in the class of a file, without white space. */
function classOf(text: string): {
  services: string[];
  parameters: string[];
  assigned: boolean;
  others: string[];
  comments: string[];
} {
  const { program, comments } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const plain = ({ start, end }: { start: number; end: number }): string =>
    text.slice(start, end).replaceAll(/\s/g, '');
  const exported = program.body.find(({ type }) => type === 'ExportNamedDeclaration');
  const { body } = (exported as unknown as { declaration: { body: { body: AnyMember[] } } }).declaration;
  const list = body.body.find((each) => each.static === true && each.key?.name === 'inject');
  const maker = body.body.find(({ kind }) => kind === 'constructor');
  const value = list?.value?.expression ?? list?.value;
  return {
    services: (value?.elements ?? []).map(plain),
    parameters: (maker?.params ?? []).map(plain),
    assigned: maker !== undefined && plain(maker).endsWith('this.#clock=clock;}'),
    others: body.body.filter((each) => each !== list && each !== maker).map(plain),
    comments: (comments ?? []).map(({ value: comment }) => comment.trim()),
  };
}
