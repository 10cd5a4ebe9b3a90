import { expect, test } from 'vitest';
import { thrownAt } from '../../../src/kernel/errors/config-error.ts';

test('a syntax error, which Node puts in front of the stack, is shown with its file and line', () => {
  const error = new SyntaxError('Expression expected');
  error.stack = `file:///site/src/ping.ts:4\n}}\n ^\n\n${error.stack ?? ''}`;

  expect(thrownAt(error, ['/site'])).toBe('src/ping.ts:4');
});

test("a module that Bun cannot parse is shown with Bun's position", () => {
  const position = { file: '/site/src/ping.ts', line: 4, column: 2 };
  const error = Object.assign(new Error('Unexpected }'), { position, stack: undefined });

  expect(thrownAt(error, ['/site'])).toBe('src/ping.ts:4:2');
});
