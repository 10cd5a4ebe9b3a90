import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeProgram } from '../../packages/command-line/test/programs.ts';
import { createFwApp } from '../support/commands.ts';
import { keys, Sitting } from '../../packages/command-line/test/terminal.ts';

const readme = 'packages/create-fw-app/README.md';

test('the README of create-fw-app begins with a session as it appears on a terminal', async () => {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'fw-session-')));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const { down, enter } = keys;
  const sitting = new Sitting([], { program: createFwApp, cwd, env: await fakeProgram('npm', '') });
  (await sitting.sees('? Project folder')).types(enter);
  (await sitting.sees('    a  (request, response, next)')).types(enter);
  (await sitting.sees('    programmatic')).types(down);
  (await sitting.sees('❯   hybrid')).types(enter);
  (await sitting.sees('    rou3')).types(enter);
  (await sitting.sees('    bun')).types(enter);
  (await sitting.sees('? Install')).types(enter);
  (await sitting.sees('? Create a git repository')).types(enter);
  expect(await sitting.ends(), sitting.screen).toBe(0);
  // The part that differs each time.
  const screen = sitting.screen.replace(/in \d+ s\./, 'in 9 s.');

  const [, shown] = /```console\n([^]*?)\n```/.exec(await readFile(readme, 'utf8')) ?? [];
  expect(shown).toBe(`$ npm create fw-app\n${screen}`);
});
