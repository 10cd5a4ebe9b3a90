import { expect, test } from 'vitest';
import { addToInclude } from '../../src/edit/manifest-edit.ts';

const add = (text: string): string => addToInclude(text, 'tsconfig.json', 'bin');

test.each([
  ['{ "include": ["config", "src"] }\n', '{ "include": ["config", "src", "bin"] }\n'],
  ['{\n  "include": [\n    "src"\n  ]\n}\n', '{\n  "include": [\n    "src",\n    "bin"\n  ]\n}\n'],
  ['{ "include": [] }', '{ "include": ["bin"] }'],
  ['\uFEFF{ "include": ["src"] }', '\uFEFF{ "include": ["src", "bin"] }'],
  [
    '{\n  // The sources.\n  "include": ["src"], /* and no tests */\n}\n',
    '{\n  // The sources.\n  "include": ["src", "bin"], /* and no tests */\n}\n',
  ],
])('the folder is added to include of %j', (text, expected) => {
  expect(add(text)).toBe(expected);
  expect(add(expected)).toBe(expected);
});

test.each(['bin', './bin', 'bin/**/*.ts', 'bin/command.ts', '**/*', '**/*.ts', '.', './'])(
  'a folder that %j already includes is not added',
  (item) => {
    const text = JSON.stringify({ include: ['src', item] });
    expect(add(text)).toBe(text);
  },
);

test.each(['binary', 'src/bin'])('%j is a different folder', (item) => {
  expect(add(JSON.stringify({ include: [item] }))).toBe(`{"include":["${item}", "bin"]}`);
});

test('without include, the compiler finds every folder', () => {
  expect(add('{ "extends": "./base.json" }')).toBe('{ "extends": "./base.json" }');
});

test.each(['{ "include": "src" }', '{ "include": ["src" }', '[]'])('%j is not understood', (text) => {
  expect(() => add(text)).toThrow('tsconfig.json was not understood');
});
