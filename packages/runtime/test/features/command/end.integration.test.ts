import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Child, startChild } from '../../support/child-process.ts';
import { essentialFirst } from '../../../../../test/support/essential-first.ts';

const run = (name: string, env: Readonly<Record<string, string>> = {}): Child =>
  startChild('commands.mjs', env, [name]);

for (const { some, tags } of essentialFirst(
  [
    ['export', 0, 'done\ndisposed\nexported\n', ''],
    ['export-failure', 1, 'disposed\nexported\n', expect.stringMatching(/^Error: no file\n/)],
    ['suceed', 2, '', 'There is no command "suceed"; did you mean "succeed"?\n'],
    ['leave-open', 0, 'done\ndisposed\n', ''],
    ['succeed', 0, 'done\ndisposed\n', ''],
    ['set-code', 3, 'disposed\n', ''],
    ['fail', 1, 'disposed\n', expect.stringMatching(/^Error: no file\n {4}at /)],
  ],
  4,
)) {
  test.each(some)('%s ends with exit code %i (C11)', { tags }, async (name, code, stdout, stderr) => {
    expect(await run(name).ended).toEqual({ code, signal: null, stdout, stderr });
  });
}

test('everything is printed before the process ends', async () => {
  const { stdout } = await run('print-much').ended;
  expect(stdout).toHaveLength('disposed\n\n'.length + 1_000_000);
});

for (const { some, tags } of essentialFirst(
  [
    ['wait', 'SIGTERM', 143, 'disposed\n'],
    ['finish', 'SIGTERM', 0, 'finished\ndisposed\n'],
    ['wait', 'SIGINT', 130, 'disposed\n'],
    ['throw-reason', 'SIGTERM', 143, 'disposed\n'],
    ['twice', 'SIGINT', 130, 'disposed\n'],
  ] as const,
  2,
)) {
  test.each(some)(
    '%s ends after %s with %i, and disposes of its services (C11)',
    { tags },
    async (name, signal, code, stdout) => {
      const child = run(name);
      expect(await child.told()).toBe('running');
      child.kill(signal);
      expect(await child.ended).toEqual({ code, signal: null, stdout, stderr: '' });
    },
  );
}

test('an error of the shutdown is an error of the command', async () => {
  const child = run('fail-late');
  await child.told();
  child.kill('SIGTERM');
  expect(await child.ended).toMatchObject({
    code: 1,
    stdout: 'disposed\n',
    stderr: expect.stringContaining('Error: no rollback'),
  });
});

test('a second signal ends a command that ignores the first one (C11)', async () => {
  const child = run('ignore');
  await child.told();
  child.kill('SIGTERM');
  expect(await child.told()).toBe('aborted');
  const again = setInterval(() => child.kill('SIGINT'), 50);
  const ended = await child.ended.finally(() => clearInterval(again));
  expect(ended).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
});

test('server.shutdown_timeout limits the time after a signal (C11)', async () => {
  const child = run('ignore', { LIMIT: '20' });
  await child.told();
  child.kill('SIGTERM');
  expect(await child.ended).toEqual({
    code: 143,
    signal: null,
    stdout: '',
    stderr: 'The command did not stop within 20 ms after SIGTERM.\n',
  });
});

test('a command whose output is not read ends without an error', { tags: ['full'] }, async () => {
  const path = fileURLToPath(new URL('../../fixtures/commands.mjs', import.meta.url));
  const child = spawn(process.execPath, [path, 'print-much'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, stderr]).toEqual([0, '']);
});
