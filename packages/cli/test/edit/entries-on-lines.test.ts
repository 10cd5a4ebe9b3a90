import { parse } from '@babel/parser';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Reference } from '../../src/edit/code.ts';
import { addToConfig } from '../../src/edit/config-edit.ts';
import { addImport } from '../../src/edit/imports.ts';
import { inLine, route } from './added-route.ts';

const file = 'routes.global.ts';
const add = (text: string): string => addToConfig(text, file, route);

describe('entries get their own lines, whatever the first shape of the file', () => {
  test.each([
    [
      'an empty array',
      'export default defineConfig({\n  routes: [],\n});\n',
      `export default defineConfig({\n  routes: [\n    ${inLine},\n  ],\n});\n`,
    ],
    [
      'a list on one line',
      "export default {\n  routes: [{ path: '/' }, { path: '/x' }],\n};\n",
      `export default {\n  routes: [\n    { path: '/' },\n    { path: '/x' },\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'a trailing comma, comments and a spread',
      "export default {\n  routes: [/* a */ { path: '/' } /* b */, ...more, /* c */ Last, /* d */],\n};\n",
      `export default {\n  routes: [\n    /* a */ { path: '/' } /* b */,\n    ...more,\n    /* c */ Last, /* d */\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'entries that share lines, and comments behind them',
      'export default {\n  routes: [First, // the first\n    Second, Third // the last\n  ],\n};\n',
      `export default {\n  routes: [\n    First, // the first\n    Second,\n    Third, // the last\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'comments at any distance',
      'export default {\n  routes: [First,// the first\n    Second,\t/* 2 */\n    Third,   // the third\n    Last/* the last */],\n};\n',
      `export default {\n  routes: [\n    First,// the first\n    Second,\t/* 2 */\n    Third,   // the third\n    Last,/* the last */\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'comments with brackets in them, one entry a line',
      'export default {\n  routes: [\n    (First), // :)\n    (Second) // :)\n  ],\n};\n',
      `export default {\n  routes: [\n    (First), // :)\n    (Second), // :)\n    ${inLine}\n  ],\n};\n`,
    ],
    [
      'a template on one line',
      'export default {\n  routes: [{ path: `/a` }],\n};\n',
      `export default {\n  routes: [\n    { path: \`/a\` },\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'a template in an entry that has its place already',
      'export default {\n  routes: [First,\n    {\n      path: `/a\n/b`,\n    }],\n};\n',
      `export default {\n  routes: [\n    First,\n    {\n      path: \`/a\n/b\`,\n    },\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'a comment only, on which the list ends',
      'export default {\n  routes: [\n    /* none yet */],\n};\n',
      `export default {\n  routes: [\n    /* none yet */\n    ${inLine},\n  ],\n};\n`,
    ],
    [
      'entries that hug the brackets',
      "export default {\n  routes: [{\n    path: '/',\n  }, {\n    path: '/x',\n  }] satisfies Routes,\n};\n",
      `export default {\n  routes: [\n    {\n      path: '/',\n    },\n    {\n      path: '/x',\n    },\n    ${inLine},\n  ] satisfies Routes,\n};\n`,
    ],
    [
      'CRLF and tabs',
      'export default {\r\n\troutes: [First, Second],\r\n};\r\n',
      `export default {\r\n\troutes: [\r\n\t\tFirst,\r\n\t\tSecond,\r\n\t\t${inLine},\r\n\t],\r\n};\r\n`,
    ],
    [
      'a file of one line',
      'export default { routes: [First] };',
      `export default { routes: [\n  First,\n  ${inLine},\n] };`,
    ],
    [
      'a configuration of nothing',
      'export default defineConfig({});\n',
      `export default defineConfig({\n  routes: [\n    ${inLine},\n  ],\n});\n`,
    ],
  ])('%s', (_, text, expected) => {
    expect(add(text)).toBe(expected);
    expect(add(expected)).toBe(expected);
  });

  test('JSON gets no trailing comma', () => {
    const json = '{\n  "routes": [{ "path": "/" }, { "path": "/x" }]\n}\n';
    const line = '{ "path": "/about", "middleware": "About" }';
    const entry = { ...route, value: { path: '/about', middleware: 'About' } };
    expect(addToConfig(json, 'routes.global.json', entry)).toBe(
      `{\n  "routes": [\n    { "path": "/" },\n    { "path": "/x" },\n    ${line}\n  ]\n}\n`,
    );
  });

  test('lines inside a string are not indented', () => {
    for (const eol of ['\n', '\r\n']) {
      const text = `export default { routes: [{\n  path: '/a\\\n/b',\n}] };`.replaceAll('\n', eol);
      expect(add(text)).toBe(text.replace('}]', `}, ${inLine}]`));
    }
  });

  test('lines of an entry that may be part of a string are not indented', () => {
    const text = 'export default { routes: [{\n  path: `/a\n/b`,\n}] };';
    expect(add(text)).toBe(`export default { routes: [{\n  path: \`/a\n/b\`,\n}, ${inLine}] };`);
  });
});

describe('names', () => {
  const invokable = (name: string) =>
    ({
      path: ['dependencies', 'invokables'],
      key: name,
      value: new Reference(name),
      within: 'map',
    }) as const;
  const names = Array.from({ length: 12 }, (_, index) => `Service${String.fromCodePoint(65 + index)}`);

  test('share a line until it is too wide, and then have one line each', () => {
    let text = 'export default {\n  dependencies: {\n    invokables: {},\n  },\n};\n';
    for (const name of names.slice(0, 3)) text = addToConfig(text, file, invokable(name));
    expect(text).toContain('    invokables: { ServiceA, ServiceB, ServiceC },\n');
    for (const name of names) text = addToConfig(text, file, invokable(name));
    expect(text).toContain(`    invokables: {\n${names.map((name) => `      ${name},\n`).join('')}    },\n`);
  });

  test('are classified without functions before them', () => {
    const text = `const make = () => 1;\nexport default {\n  dependencies: {\n    invokables: { ${names.slice(0, 10).join(', ')} },\n  },\n};\n`;
    const lines = [...names.slice(0, 10), 'About'].map((name) => `      ${name},\n`).join('');
    expect(addToConfig(text, file, invokable('About'))).toContain(`    invokables: {\n${lines}    },\n`);
  });

  test('imported names as well', () => {
    let text = "import { first } from 'fw-runtime/b';\n";
    for (const name of names) text = addImport(text, file, { name, from: 'fw-runtime/b' });
    const lines = ['first', ...names].map((name) => `  ${name},\n`).join('');
    expect(text).toBe(`import {\n${lines}} from 'fw-runtime/b';\n`);
  });
});

const blank = fc.constantFrom('', ' ', '\n', '\n    ', ' /* c, ]) */ ', ' // d ])\n', '/* e */', '\t');
const item = fc.constantFrom(
  '{ path: "/x", options: { a: [1, 2] } }',
  '{\n  path: "/y",\n  // e\n}',
  "route('GET', '/z', Z)",
  '({ path: "/p" })',
  '...more',
  'Plain',
  '`/t`',
);
const shape = fc.constantFrom<[string, string]>(
  ['export default {\n  routes: [', '],\n};\n'],
  ['export default { routes: [', '] };'],
  ['const routes = [', '];\nexport default defineConfig({ routes });\n'],
  ['export default defineConfig({\n\troutes: [', '] satisfies Routes,\n});\n'],
);
const list = fc.record({
  shape,
  items: fc.array(fc.tuple(blank, item, blank), { maxLength: 5 }),
  hasComma: fc.boolean(),
  last: blank,
  crlf: fc.boolean(),
});

test('existing content is kept, including comments, with one more item', () => {
  fc.assert(
    fc.property(list, ({ shape: [head, tail], items, hasComma, last, crlf }) => {
      const inner = items.map((parts) => parts.join('')).join(',');
      const text = head + inner + (hasComma && items.length > 0 ? ',' : '') + last + tail;
      const before = crlf ? text.replaceAll('\n', '\r\n') : text;
      const after = add(before);

      const [was, is] = [contentOf(before), contentOf(after)];
      expect(is.items.slice(0, -1)).toEqual(was.items);
      expect(is.items).toHaveLength(was.items.length + 1);
      expect(is.comments).toEqual(was.comments);
      expect(is.rest).toBe(was.rest);
      expect(add(after)).toBe(after);
      if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    }),
    { numRuns: 500 },
  );
});

/** The content of a file without white space: the entries of its array, its comments, and the code around the array. */
function contentOf(text: string): { items: string[]; comments: string[]; rest: string } {
  const { program, comments } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const plain = (from: number, to: number): string => text.slice(from, to).replaceAll(/\s/g, '');
  let found: { start: number; end: number; elements: { start: number; end: number }[] } | undefined;
  JSON.stringify(program, (_, value) => {
    if (value?.type === 'ArrayExpression') found ??= value;
    return value;
  });
  if (found === undefined) throw new Error('There is no list.');
  return {
    items: found.elements.map(({ start, end }) => plain(start, end)),
    comments: (comments ?? []).map(({ value }) => value.trim()),
    rest: plain(0, found.start) + plain(found.end, text.length),
  };
}
