import { describe, expect, test } from 'vitest';
import { Call, type Code, Reference } from '../../src/edit/code.ts';
import { addToConfig, type ConfigEntry, snippetOf } from '../../src/edit/config-edit.ts';
import { NotUnderstoodError } from '../../src/edit/syntax.ts';
import { edit, inLine, insertedLines, route } from './added-route.ts';

describe('a line that grows is changed by an insertion', () => {
  test.each([
    ["export default { routes: [{ path: '/', middleware: 'Home' }] };", `,\n  ${inLine},\n`],
    ["export default { routes: [{ path: '/', middleware: 'Home' },] };", `,\n  ${inLine},\n`],
    ["export default { routes: [({ path: '/', middleware: 'Home' })] };", `),\n  ${inLine},\n`],
    ['export default { routes: [] };', `[\n  ${inLine},\n]`],
    ['export default {};', `\n  routes: [\n    ${inLine},\n  ],\n`],
    ["export default {\n  routes: [\n    { path: '/', middleware: 'Home' }\n  ]\n};", `,\n    ${inLine}`],
    ["export default {\n  routes: [\n    { path: '/', middleware: 'Home' } // , last\n  ]\n};", `,`],
    ['export default {\n  routes: [\n    // none yet\n  ],\n};', `\n    ${inLine},`],
  ])('%j', (text, inserted) => {
    const after = addToConfig(text, 'routes.global.ts', route);
    const index = [...text].findIndex((character, position) => after[position] !== character);

    expect(after).toContain(inserted);
    expect(after.startsWith(text.slice(0, index))).toBe(true);
    expect(removed(text, after)).toBe('');
  });
});

/** The lines of `before` that are missing in `after`, in order. */
function removed(before: string, after: string): string {
  let from = 0;
  return [...before]
    .filter((character) => {
      const found = after.indexOf(character, from);
      if (found === -1) return true;
      from = found + 1;
      return false;
    })
    .join('');
}

describe('a value that does not fit into a line', () => {
  test('is broken into several lines', () => {
    const text = 'export default {\n  routes: [\n    1,\n  ],\n};\n';
    const value = { name: 'a'.repeat(60), path: `/${'b'.repeat(60)}`, middleware: new Reference('About') };
    const after = addToConfig(text, 'routes.global.ts', { ...route, value });

    expect(insertedLines(text, after)).toEqual([
      '    {',
      `      name: '${'a'.repeat(60)}',`,
      `      path: '/${'b'.repeat(60)}',`,
      '      middleware: About,',
      '    },',
    ]);
  });
});

describe('an existing route, in either form, is unchanged', () => {
  test.each([
    "route('GET', '/about', About)",
    'route(["GET"], `/about`, About, { name: "about" })',
    "{ path: '/about', middleware: About, allowed_methods: ['GET'] }",
  ])('%s', (written) => {
    const text = `export default {\n  routes: [\n    ${written},\n  ],\n};\n`;
    expect(addToConfig(text, 'routes.global.ts', route)).toBe(text);
  });

  test.each(["route('POST', '/about', About)", "route('GET', '/about', Other)", "{ path: '/about' }"])(
    'and %s is another',
    (written) => {
      const text = `export default {\n  routes: [\n    ${written},\n  ],\n};\n`;
      expect(insertedLines(text, addToConfig(text, 'routes.global.ts', route))).toEqual([`    ${inLine},`]);
    },
  );
});

describe('a value is written as code', () => {
  const snippet = (value: Code, file = 'x.ts'): string =>
    snippetOf({ path: ['log'], key: 'to', value, within: 'map' }, file);
  const long = 'x'.repeat(120);

  test.each<[written: string, value: Code]>([
    ["'a'", 'a'],
    [String.raw`'it\'s "here" \\ there\n'`, 'it\'s "here" \\ there\n'],
    ['7', 7],
    ['false', false],
    ['Other', new Reference('Other')],
  ])('%s', (written, value) => {
    expect(snippet(value)).toBe(`log: { to: ${written} },`);
  });

  test.each<[written: string, value: Code]>([
    ['{}', {}],
    ['[]', []],
    [`'${long}'`, long],
    [long, new Reference(long)],
    ["['a', 1, Other]", ['a', 1, new Reference('Other')]],
    ["{ '1': { e: [] }, 'a-b': 1, $c: 'd', ä: true }", { 'a-b': 1, $c: 'd', ä: true, 1: { e: [] } }],
    ['{ Other, to: Other }', { Other: new Reference('Other'), to: new Reference('Other') }],
    ["make('a', Other, { b: 1 })", new Call('make', 'a', new Reference('Other'), { b: 1 })],
    [`[\n    '${long}',\n    {\n      ${long}: [1, 2],\n    },\n  ]`, [long, { [long]: [1, 2] }]],
    [`make(\n    '${long}',\n    [1, 2],\n  )`, new Call('make', long, [1, 2])],
    [`make('a', {\n    b: '${long}',\n  })`, new Call('make', 'a', { b: long })],
    ['make([\n    { b: 1 },\n    other(2),\n  ])', new Call('make', [{ b: 1 }, new Call('other', 2)])],
  ])('%s, on its own line', (written, value) => {
    expect(snippet(value)).toBe(`log: {\n  to: ${written},\n},`);
  });

  test('and as JSON in a JSON file, with services by their names', () => {
    const value = { Other: new Reference('Other', 'app.other'), list: ["it's", 1] };
    expect(snippet(value, 'x.json')).toBe(
      '"log": {\n  "to": { "Other": "app.other", "list": ["it\'s", 1] }\n},',
    );
  });

  test('in the arrays, objects and groups around it', () => {
    const entry = { path: ['log', 'to'], key: 'x', value: { file: 'a' } } as const;
    expect(snippetOf({ ...entry, within: 'list' }, 'x.ts')).toBe(
      "log: {\n  to: [\n    { file: 'a' },\n  ],\n},",
    );
    expect(snippetOf({ ...entry, within: 'map' }, 'x.ts')).toBe(
      "log: {\n  to: {\n    x: { file: 'a' },\n  },\n},",
    );
    expect(snippetOf({ ...entry, value: 'a', within: 'list' }, 'x.ts')).toBe("log: { to: ['a'] },");
    expect(snippetOf({ ...route, group: '/api' }, 'routes.global.ts')).toBe(
      `routes: [\n  group('/api', {}, [\n    ${inLine},\n  ]),\n],`,
    );
  });
});

describe('an existing entry, in any spelling, is unchanged', () => {
  const value = {
    file: 'a',
    levels: ['info', 1, true],
    make: new Call('make', new Reference('Other'), { b: 2 }),
  };
  const entry: ConfigEntry = { path: ['log'], key: 'to', value, within: 'map' };
  const file = (written: string): string => `export default {\n  log: {\n    to: ${written},\n  },\n};\n`;

  test.each([
    "{ file: 'a', levels: ['info', 1, true], make: make(Other, { b: 2 }) }",
    '{\n"file": `a`, levels: ["info", 1, true] as const, make: make( Other, {b: 2} ) } satisfies Log',
  ])('%s', (written) => {
    expect(addToConfig(file(written), 'x.ts', entry)).toBe(file(written));
  });

  test.each([
    "{ file: 'a', levels: ['info', 1], make: make(Other, { b: 2 }) }",
    "{ file: 'a', levels: ['info', 1, true], make: make(Another, { b: 2 }) }",
    "{ file: 'a', levels: ['info', 1, true], make: other(Other, { b: 2 }) }",
    "{ file: `${a}`, levels: ['info', 1, true], make: make(Other, { b: 2 }) }",
    "{ file: 'a' }",
    "'a'",
  ])('and %s is another', (written) => {
    expect(() => addToConfig(file(written), 'x.ts', entry)).toThrow('has "to" in log already');
  });
});

describe('objects', () => {
  const invokable: ConfigEntry = {
    path: ['dependencies', 'invokables'],
    key: 'About',
    value: new Reference('About'),
    within: 'map',
  };

  test('get a shorthand property', () => {
    const text = 'export default {\n  dependencies: {\n    invokables: { Ping },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain('invokables: { Ping, About },');
  });

  test('get an entry beside spread properties', () => {
    const text = 'export default {\n  dependencies: {\n    invokables: { ...base, Ping },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain('invokables: { ...base, Ping, About },');
  });

  test('are created if they are missing', () => {
    const text = 'export default {\n  dependencies: {\n    factories: { A: B },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain(
      '    factories: { A: B },\n    invokables: { About },\n',
    );
    expect(addToConfig('export default {\n};\n', 'x.ts', invokable)).toBe(
      'export default {\n  dependencies: { invokables: { About } },\n};\n',
    );
  });

  test('recognize a class that the file itself declares', () => {
    const text = 'class About {}\nexport default { dependencies: { invokables: { About } } };\n';
    expect(addToConfig(text, 'x.ts', invokable)).toBe(text);
  });

  test('reject a key with another value', () => {
    const text = 'export default { dependencies: { invokables: { About: Other } } };';
    expect(() => addToConfig(text, 'x.ts', invokable)).toThrow(
      'x.ts has "About" in dependencies.invokables already: choose another name.',
    );
  });
});

describe('a file that is not understood is unchanged, with the reason', () => {
  test.each([
    ['export const config = {};', 'it has no default export'],
    ['export { default } from "./other.ts";', 'its default export comes from "./other.ts"'],
    ['export { config as default } from "./other.ts";', 'its default export comes from "./other.ts"'],
    ['export * as default from "./other.ts";', 'its default export comes from "./other.ts"'],
    [
      'import config from "./other.ts";\nexport { config as default };',
      'its default export is not an object literal in this file',
    ],
    ['export { missing as default };', "Export 'missing' is not defined"],
    ['const config = {};\nexport = config;', 'it uses "export =": write "export default" instead'],
    ['module.exports = { routes: [] };', 'it uses "module.exports": write "export default" instead'],
    ['exports.default = { routes: [] };', 'it uses "module.exports": write "export default" instead'],
    ['export default class {}', 'its default export is not an object literal in this file'],
    ['export default load();', 'its default export is not an object literal in this file'],
    ['export default { routes: loadRoutes() };', '"routes" is not a literal in this file'],
    ['export default { ...base };', 'a spread beside "routes" may contain it'],
    ['export default { routes: a ? [] : [1] };', '"routes" is not a literal in this file'],
    ['export default { routes: [ };', /Unexpected token/],
    ['export default { routes() { return []; } };', '"routes" is a method'],
    ['export default (env) => ({ routes: [] });', 'its default export is not an object literal'],
    [
      'const make = (env) => ({ routes: [] });\nexport default make();',
      'its default export is not an object literal',
    ],
    [
      'const make = () => ({ routes: [] });\nexport default make(env);',
      'its default export is not an object literal',
    ],
    [
      'const a = () => b();\nconst b = () => a();\nexport default a();',
      'its default export is not an object literal',
    ],
    ['const a = b;\nconst b = a;\nexport default a;', 'its default export is not an object literal'],
    ['let config = { routes: [] };\nexport default config;', 'its default export is not an object literal'],
    ['export default merge({ routes: [] });', 'its default export is not an object literal'],
    ['export default fw.defineConfig({ routes: [] });', 'its default export is not an object literal'],
    ['export default { routes: mergeReplace([], []) };', '"routes" is not a literal in this file'],
    ['export default { routes: other([]) };', '"routes" is not a literal in this file'],
  ])('%s', (text, reason) => {
    expect(() => edit(text, 'routes.global.ts')).toThrow(NotUnderstoodError);
    expect(() => edit(text, 'routes.global.ts')).toThrow(reason);
  });

  test.each([
    ['export default { log: { to: load() } };', '"log.to" is not a literal in this file'],
    ['export default { log: { ...base } };', 'a spread beside "log.to" may contain it'],
    ['export default { log: { to() {} } };', '"to" is a method'],
    ['export default { log: [] };', '"log" is not a literal in this file'],
  ])('%s, which is in an object', (text, reason) => {
    expect(() =>
      addToConfig(text, 'x.ts', { path: ['log', 'to'], key: 'a', value: 1, within: 'map' }),
    ).toThrow(reason);
  });

  test.each([
    ['{', /JSON/],
    ['{"routes": [],}', /JSON/],
    ['[]', 'it contains no object'],
    ['{"routes": "none"}', '"routes" is not a literal in this file'],
  ])('%s, as JSON', (text, reason) => {
    expect(() => edit(text, 'routes.global.json')).toThrow(reason);
    expect(() => edit(text, 'routes.global.json')).toThrow('routes.global.json was not understood');
  });

  test('and the lines to paste are printed', () => {
    expect(snippetOf(route, 'routes.global.ts')).toBe(`routes: [\n  ${inLine},\n],`);
  });
});
