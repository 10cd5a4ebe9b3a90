import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments } from '#command-line/arguments';
import { type InspectAddress, inspectAddress, INSPECT_FLAGS } from '../../src/dev/inspect-address.ts';
import { createFwApp } from '../../../create-fw-app/test/built-binary.ts';
import { emptyFolder } from '../../../command-line/test/folders.ts';

const read = (...args: string[]): InspectAddress | undefined =>
  inspectAddress(readArguments(args, INSPECT_FLAGS, 0));

test.each([
  [['--inspect'], '--inspect=9229', 9229],
  [['--inspect=9230'], '--inspect=9230', 9230],
  [['--inspect', '0'], '--inspect=0', 0],
  [['--inspect-brk'], '--inspect-brk=9229', 9229],
  [['--inspect-brk=0.0.0.0:9231'], '--inspect-brk=0.0.0.0:9231', 9231],
  [['--inspect=[::1]:9232'], '--inspect=[::1]:9232', 9232],
])('%j is passed to the process of the app', (args, flag, port) => {
  expect(read(...args)).toEqual({ flag, port });
});

test('nothing is passed without a flag', () => {
  expect(read()).toBeUndefined();
});

test.each([
  [['--inspect=70000'], '--inspect: "70000" is not a port from 0 to 65535: pass one, as in --inspect=9230.'],
  [['--inspect=x'], '--inspect: "x" is not a port from 0 to 65535: pass one, as in --inspect=9230.'],
  [['--inspect=1 --eval=x'], /is not a port/],
  [['--inspect', '--inspect-brk'], '--inspect-brk includes --inspect: pass one of them.'],
])('%j is rejected', (args, message) => {
  expect(() => read(...args)).toThrow(message);
});

describe('.vscode/launch.json', () => {
  const launchOf = async (...flags: string[]): Promise<string | undefined> => {
    const cwd = await emptyFolder();
    await createFwApp(['site', '--variant', 'b', '--no-install', '--no-git', ...flags], { cwd });
    return readFile(join(cwd, 'site', '.vscode', 'launch.json'), 'utf8').catch(() => undefined);
  };

  test.each(['npm', 'pnpm', 'yarn'])(
    'launches the dev script with %s, and attaches to --inspect',
    async (name) => {
      const { configurations } = JSON.parse((await launchOf('--package-manager', name)) ?? '');
      expect(configurations).toMatchObject([
        { request: 'launch', runtimeExecutable: name, runtimeArgs: ['run', 'dev'] },
        { request: 'attach', port: read('--inspect')?.port, restart: true },
      ]);
    },
  );

  test.each(['bun', 'deno'])('is omitted where the debugger of Node is useless: %s', async (target) => {
    expect(await launchOf('--target', target)).toBeUndefined();
  });
});
