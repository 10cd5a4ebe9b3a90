import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeProgram } from '../../packages/create-fw-app/test/built-binary.ts';
import { keys, Sitting } from '../../packages/create-fw-app/test/terminal.ts';

/** What stands between two fences of the README that begin with `console`. */
async function sessions(): Promise<string[]> {
  const readme = await readFile('README.md', 'utf8');
  return [...readme.matchAll(/```console\n([^]*?)\n```/g)].map((match) => match[1] ?? '');
}

test('the README shows a session as it is on a terminal: a question, and the end', async () => {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'fw-session-')));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const { down, enter } = keys;
  const sitting = new Sitting([], { cwd, env: await fakeProgram('npm', '') });
  const command = '$ npm create fw-app\n';
  (await sitting.sees('? Folder')).types(enter);
  (await sitting.sees('    a  middleware')).types(enter);
  (await sitting.sees('    programmatic')).types(down);
  // Up to its last line, because a screen may arrive in pieces.
  const [second, last] = [
    '❯   hybrid        the same, with more routes added by calls before the site runs',
    '    programmatic  routes and pipeline are made by calls, app.get(…) and app.pipe(…)',
  ];
  await sitting.sees(`${second}\n${last}`);
  const question = command + sitting.screen;
  sitting.types(enter);
  (await sitting.sees('    rou3')).types(enter);
  (await sitting.sees('    bun')).types(enter);
  (await sitting.sees('? Install')).types(enter);
  (await sitting.sees('? Make a git repository')).types(enter);
  expect(await sitting.ends()).toBe(0);
  // The one thing that differs from time to time.
  const end = command + sitting.screen.replace(/in \d+ s\./, 'in 9 s.');

  const shown = await sessions();
  expect(shown).toContain(question);
  expect(shown).toContain(end);
});
