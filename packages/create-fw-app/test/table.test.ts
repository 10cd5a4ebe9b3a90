import { expect, test } from 'vitest';
import { table, wrapped } from '../src/command-line/output.ts';
import { additions } from '../src/fw/add/additions.ts';
import { allCommands } from '../src/fw/fw.ts';
import { helpOf, helpOfAll, helpOfKind } from '../src/fw/help.ts';

test('the last column continues below itself, broken between words', () => {
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

test('a column that would be too narrow begins on a line of its own', () => {
  expect(table([['a'.repeat(30), 'some words that are many']], 32)).toEqual([
    `${'a'.repeat(30)}\n          some words that are\n          many`,
  ]);
});

test('a column with a word that would not fit begins on a line of its own', () => {
  const place = 'config/autoload/routes.global.ts, routes[0]';
  expect(table([['GET', '/posts/{post}/comments/{id}', 'comments.show', place]], 80)).toEqual([
    `GET  /posts/{post}/comments/{id}  comments.show\n          ${place}`,
  ]);
});

test('a line of several in a cell keeps its indentation', () => {
  expect(table([['a', 'f(x) {\n  return x plus y;\n}']], 28)).toEqual([
    'a  f(x) {\n     return x plus y;\n   }',
  ]);
  expect(wrapped('  one two', 6)).toEqual(['  one', '  two']);
});

test('a row without a limit is one line, and a word that is too long stays whole', () => {
  expect(table([['one', 'a '.repeat(100).trim()]])).toHaveLength(1);
  expect(table([['one', 'b'.repeat(100)]], 40)).toEqual([`one  ${'b'.repeat(100)}`]);
});

test('help and lists fit 80 columns, but for examples, which are for pasting', async () => {
  const commands = await allCommands();
  const texts = [
    helpOfAll(commands),
    ...commands.map(helpOf),
    ...commands.flatMap((command) => (command.kinds ?? []).map((kind) => helpOfKind(command, kind))),
    table(
      additions.map(({ kind, summary }) => [kind, summary]),
      80,
    ).join('\n'),
  ];
  const lines = texts.flatMap((text) => text.split(/^Examples:/m)[0]?.split('\n') ?? []);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
