import { expect, test } from 'vitest';
import { readArguments } from '../src/arguments.ts';
import type { Flag } from '../src/flag.ts';

const flags: readonly Flag[] = [
  { name: 'file', short: 'f', placeholder: '<file>', help: '' },
  { name: 'list', placeholder: '<a,b>', separator: ',', help: '' },
  { name: 'header', placeholder: '<header>', repeatable: true, help: '' },
  { name: 'inspect', placeholder: '<port>', mayStandAlone: true, help: '' },
  { name: 'install', negatable: true, help: '' },
  { name: 'json', help: '' },
];

test.each([
  [['--file', 'a', '--file', 'b'], '--file was passed twice, as "a" and as "b": pass it once.'],
  [['--file=a', '--json', '-f', 'a'], '--file was passed twice, as "a" and as "a": pass it once.'],
  [['--inspect=2', '--inspect=1'], '--inspect was passed twice, as "2" and as "1": pass it once.'],
  [['--file=', '--file=a'], '--file was passed twice, as "" and as "a": pass it once.'],
])('a flag with one value is passed once: %j', (args, message) => {
  expect(() => readArguments(args, flags, 0)).toThrow(message);
});

test('a flag with several values is passed several times, and a switch may be repeated', () => {
  const args = ['--list', 'a', '--list', 'b', '--header', 'c', '--header', 'd', '--json', '--json'];
  const { values, switches } = readArguments([...args, '--install', '--no-install'], flags, 0);
  expect(values).toEqual({ list: ['a', 'b'], header: ['c', 'd'], install: ['yes', 'no'] });
  expect([...switches]).toEqual(['json']);
});
