import { expect, test } from 'vitest';
import { table } from '#command-line/output';
import { additions } from '../src/add/additions.ts';
import { allCommands } from '../src/fw.ts';
import { helpOf, helpOfAll, helpOfKind } from '../src/command.ts';

test('help and lists fit 80 columns, except for examples, which are for pasting', async () => {
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
