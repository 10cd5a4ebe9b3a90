import { expect, test } from 'vitest';
import { table, wrapped } from '../src/output.ts';

test('the last column wraps below itself, between words', () => {
  expect(
    table(
      [
        ['one', 'a b c'],
        ['three', 'twelve twelve twelve twelve'],
      ],
      32,
    ),
  ).toEqual(['one    a b c', 'three  twelve twelve twelve\n       twelve']);
});

test('a column that would be too narrow starts on its own line', () => {
  expect(table([['a'.repeat(30), 'some words that are many']], 32)).toEqual([
    `${'a'.repeat(30)}\n          some words that are\n          many`,
  ]);
});

test('a column with a word that would not fit starts on its own line', () => {
  const place = 'config/autoload/routes.global.ts, routes[0]';
  expect(table([['GET', '/posts/{post}/comments/{id}', 'comments.show', place]], 80)).toEqual([
    `GET  /posts/{post}/comments/{id}  comments.show\n          ${place}`,
  ]);
});

test('a cell with several lines keeps its indentation', () => {
  expect(table([['a', 'f(x) {\n  return x plus y;\n}']], 28)).toEqual([
    'a  f(x) {\n     return x plus y;\n   }',
  ]);
  expect(wrapped('  one two', 6)).toEqual(['  one', '  two']);
});

test('a row without a limit is one line, and a word that is too long is not broken', () => {
  expect(table([['one', 'a '.repeat(100).trim()]])).toHaveLength(1);
  expect(table([['one', 'b'.repeat(100)]], 40)).toEqual([`one  ${'b'.repeat(100)}`]);
});
