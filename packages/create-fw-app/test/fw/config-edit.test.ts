import { describe, expect, test } from 'vitest';

import { Reference } from '../../src/fw/edit/code.ts';
import { addToConfig, type ConfigEntry, snippetOf } from '../../src/fw/edit/config-edit.ts';
import { edit, inLine, insertedLines, route } from './added-route.ts';

describe('a line that has to grow grows by an insertion', () => {
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

/** What of `before` is not in `after`, in order. */
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
  test('is broken over several', () => {
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

describe('a route that is there already, in either form, is left alone', () => {
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

describe('maps', () => {
  const invokable: ConfigEntry = {
    path: ['dependencies', 'invokables'],
    key: 'About',
    value: new Reference('About'),
    within: 'map',
  };

  test('take a shorthand', () => {
    const text = 'export default {\n  dependencies: {\n    invokables: { Ping },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain('invokables: { Ping, About },');
  });

  test('are made where they are missing', () => {
    const text = 'export default {\n  dependencies: {\n    factories: { A: B },\n  },\n};\n';
    expect(addToConfig(text, 'x.ts', invokable)).toContain(
      '    factories: { A: B },\n    invokables: { About },\n',
    );
    expect(addToConfig('export default {\n};\n', 'x.ts', invokable)).toBe(
      'export default {\n  dependencies: { invokables: { About } },\n};\n',
    );
  });

  test('know a class that the file itself declares by its name', () => {
    const text = 'class About {}\nexport default { dependencies: { invokables: { About } } };\n';
    expect(addToConfig(text, 'x.ts', invokable)).toBe(text);
  });

  test('refuse a key that stands for something else', () => {
    const text = 'export default { dependencies: { invokables: { About: Other } } };';
    expect(() => addToConfig(text, 'x.ts', invokable)).toThrow(
      'x.ts has "About" in dependencies.invokables already: choose another name.',
    );
  });
});

describe('a file that is not understood is left alone, with the reason', () => {
  test.each([
    ['export const config = {};', 'it has no default export'],
    ['export default load();', 'its default export is not a map that is written out in this file'],
    ['export default { routes: loadRoutes() };', '"routes" is not written out in this file'],
    ['export default { ...base };', 'what is spread beside "routes" may hold it'],
    ['export default { routes: a ? [] : [1] };', '"routes" is not written out in this file'],
    ['export default { routes: [ };', /Unexpected token/],
    ['export default { routes() { return []; } };', '"routes" is a method'],
    ['export default (env) => ({ routes: [] });', 'its default export is not a map'],
    ['const make = (env) => ({ routes: [] });\nexport default make();', 'its default export is not a map'],
    ['const make = () => ({ routes: [] });\nexport default make(env);', 'its default export is not a map'],
    ['const a = () => b();\nconst b = () => a();\nexport default a();', 'its default export is not a map'],
    ['const a = b;\nconst b = a;\nexport default a;', 'its default export is not a map'],
    ['let config = { routes: [] };\nexport default config;', 'its default export is not a map'],
    ['export default merge({ routes: [] });', 'its default export is not a map'],
    ['export default fw.defineConfig({ routes: [] });', 'its default export is not a map'],
    ['export default { routes: mergeReplace([], []) };', '"routes" is not written out in this file'],
    ['export default { routes: other([]) };', '"routes" is not written out in this file'],
  ])('%s', (text, reason) => {
    expect(() => edit(text, 'routes.global.ts')).toThrow(reason);
  });

  test('and the lines to paste are printed', () => {
    expect(snippetOf(route, 'routes.global.ts')).toBe(`routes: [\n  ${inLine},\n],`);
  });
});
