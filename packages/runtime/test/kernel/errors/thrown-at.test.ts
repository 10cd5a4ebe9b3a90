import { expect, test } from 'vitest';
import { thrownAt } from '../../../src/kernel/errors/config-error.ts';

test('a syntax error, which Node names in front of the stack, is told with its file and line', () => {
  const error = new SyntaxError('Expression expected');
  error.stack = `file:///site/src/ping.ts:4\n}}\n ^\n\n${error.stack ?? ''}`;

  expect(thrownAt(error, ['/site'])).toBe('src/ping.ts:4');
});

test('a module that Bun cannot read is told with the position that Bun gives it', () => {
  const position = { file: '/site/src/ping.ts', line: 4, column: 2 };
  const error = Object.assign(new Error('Unexpected }'), { position, stack: undefined });

  expect(thrownAt(error, ['/site'])).toBe('src/ping.ts:4:2');
});
