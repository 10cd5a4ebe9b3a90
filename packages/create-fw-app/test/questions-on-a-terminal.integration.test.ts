import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeProgram } from '../../command-line/test/programs.ts';
import { createFwApp } from '../../../test/support/commands.ts';
import { readManifest } from './built-binary.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';
import { keys, Sitting } from '../../command-line/test/terminal.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

const questions = [
  'Project folder',
  'Variant',
  'Project layout',
  'Router',
  'Package manager',
  'Install the dependencies',
  'Create a git repository',
];
const afterEach = questions.map((question, index) => [question, questions.slice(0, index)] as const);

/** A terminal at which the prompts before `question` were answered by Enter. */
async function sittingAt(question: string, before: readonly string[], cwd: string): Promise<Sitting> {
  const sitting = new Sitting([], { program: createFwApp, cwd });
  for (const text of before) (await sitting.sees(`? ${text}`)).types(keys.enter);
  return sitting.sees(`? ${question}`);
}

describe('the program on a terminal', () => {
  test('creates what was selected with the arrow keys', async () => {
    const cwd = await emptyFolder();
    const { down, enter, up } = keys;
    const sitting = new Sitting([], { program: createFwApp, cwd, env: await fakeProgram('npm', '') });
    (await sitting.sees('? Project folder')).types(`shop${enter}`);
    (await sitting.sees('❯   b  (request, delegate)')).types(down);
    (await sitting.sees('❯   a  (request, response, next)')).types(enter);
    (await sitting.sees('    programmatic')).types(down + down + enter);
    (await sitting.sees('    rou3')).types(down + down + up + enter);
    (await sitting.sees('    bun')).types(enter);
    (await sitting.sees('? Install')).types(down + enter);
    (await sitting.sees('? Create a git repository')).types(enter);
    expect(await sitting.ends()).toBe(0);

    expect(sitting.screen).toContain(
      'Created shop, a project with variant A, layout programmatic, router find-my-way: ',
    );
    expect(sitting.screen).toContain('Next:\n\n  cd shop\n  npm install\n  npm run dev\n');
    const { choices } = await readManifest(join(cwd, 'shop'));
    expect(choices).toEqual({
      variant: 'a',
      form: 'programmatic',
      router: 'find-my-way',
      target: 'node',
      packageManager: 'npm',
    });
    expect(await listing(join(cwd, 'shop'))).toContain('.git/HEAD');
  });

  test('creates the recommended project with Enter, as --yes does', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const sitting = new Sitting(['--no-install', '--no-git'], {
      program: createFwApp,
      cwd,
      columns: 80,
      rows: 24,
    });
    for (const question of questions.slice(0, 5)) (await sitting.sees(`? ${question}`)).types(keys.enter);
    expect(await sitting.ends()).toBe(0);
    const prompts = await readManifest(join(cwd, 'my-site'));
    expect(prompts.choices).toMatchObject({ variant: 'b', form: 'config', router: 'tree', target: 'node' });

    const other = await emptyFolder();
    const quiet = new Sitting(['--yes', '--no-install', '--no-git'], { program: createFwApp, cwd: other });
    expect(await quiet.ends()).toBe(0);
    expect(await readManifest(join(other, 'my-site'))).toEqual(prompts);
  });

  for (const { some, tags } of essentialFirst([80, 40])) {
    test.each(some)(
      'shows middleware of each variant on %i columns, and the answer in one line',
      { tags },
      async (columns) => {
        const sitting = new Sitting(['shop'], {
          program: createFwApp,
          cwd: await emptyFolder(),
          columns,
          rows: 24,
        });
        await sitting.sees('? Variant');
        expect(sitting.screen).toContain(`❯   b  (request, delegate)
         const ok = check(request);
         if (!ok) throw denied;
         return delegate(request);
       Errors are thrown.`);
        expect(sitting.screen).toContain(`    a  (request, response, next)
         const ok = check(request);
         if (!ok) return next(denied);
         return next();
       Errors go to error`);
        expect(sitting.isScrolled, sitting.screen).toBe(false);
        sitting.types(keys.enter);
        await sitting.sees('? Project layout');
        expect(sitting.screen).toMatch(/^✔ Variant › b {2}\(request, delegate\)\n\? Project layout/);
        expect(await sitting.types(keys.controlC).ends()).toBe(130);
      },
    );
  }

  test('prompts for nothing that a flag sets', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const flags = [
      '--variant',
      'a',
      '--form',
      'config',
      '--package-manager',
      'npm',
      '--no-install',
      '--no-git',
    ];
    const sitting = new Sitting(['shop', ...flags], { program: createFwApp, cwd });
    (await sitting.sees('? Router')).types(keys.enter);
    expect(await sitting.ends()).toBe(0);
    expect(sitting.screen.match(/^[?✔] /gm)).toEqual(['✔ ']);
  });

  test('prompts for another folder instead of one that is not empty', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/notes': '' });
    const sitting = new Sitting([], { program: createFwApp, cwd });
    (await sitting.sees('? Project folder')).types(keys.enter);
    (await sitting.sees('my-site is not empty, it contains notes')).types(`-2${keys.enter}`);
    (await sitting.sees('? Variant')).types(keys.controlC);
    expect(await sitting.ends()).toBe(130);
    expect(await listing(cwd)).toEqual(['my-site', 'my-site/notes']);
  });

  test('does not prompt if CI is set, even on a terminal', async () => {
    const cwd = await emptyFolder();
    const sitting = new Sitting(['my-site'], { program: createFwApp, cwd, env: { CI: 'true' } });
    expect(await sitting.ends()).toBe(2);
    expect(sitting.screen).toContain('--variant <a|b> is missing, and there is no terminal for prompts');
    expect(await listing(cwd)).toEqual([]);
  });

  test('shows the current step of the package manager, and its duration', async () => {
    const cwd = await emptyFolder();
    const source = `console.log('npm http fetch GET 200 http://localhost/tsx 3ms');
      setInterval(() => require('fs').existsSync('go-on') && process.exit(), 20);`;
    const sitting = new Sitting(['my-site', '--yes', '--no-git'], {
      program: createFwApp,
      cwd,
      env: await fakeProgram('npm', source),
    });
    await sitting.sees('s  tsx, request 1');
    expect(sitting.screen).toMatch(/Installing with npm … \d+ s {2}tsx, request 1/);
    await writeFiles(join(cwd, 'my-site'), { 'go-on': '' });
    expect(await sitting.ends()).toBe(0);
    expect(sitting.screen).toMatch(/\nInstalled with npm in \d+ s\.\n/);
  });
});

test('Ctrl-C while installing keeps the project, and prints how to continue', async () => {
  const cwd = await emptyFolder();
  const source = `console.log('npm http fetch GET 200 http://localhost/tsx 3ms'); setInterval(() => {}, 1000);`;
  const sitting = new Sitting(['my-site', '--yes'], {
    program: createFwApp,
    cwd,
    env: await fakeProgram('npm', source),
  });
  (await sitting.sees('s  tsx, request 1')).types(keys.controlC);
  expect(await sitting.ends()).toBe(130);
  expect(sitting.screen.replaceAll('\n', '')).toContain(
    'Cancelled while installing; the project is kept. To continue, run: cd my-site',
  );
  expect(await listing(join(cwd, 'my-site'))).toContain('package.json');
});

describe('nothing is written and the exit code is 130', () => {
  for (const { some, tags } of essentialFirst(afterEach, 3)) {
    test.each(some)('after Ctrl-C at the prompt %j', { tags }, async (question, before) => {
      const cwd = await emptyFolder();
      const sitting = await sittingAt(question, before, cwd);
      expect(await sitting.types(keys.controlC).ends()).toBe(130);
      expect(sitting.screen).toContain('Cancelled: nothing was written.');
      expect(await listing(cwd)).toEqual([]);
    });
  }

  for (const { some, tags } of essentialFirst(afterEach)) {
    test.each(some)('after Esc at the prompt %j', { tags }, async (question, before) => {
      const cwd = await emptyFolder();
      const sitting = await sittingAt(question, before, cwd);
      expect(await sitting.types(keys.escape).ends()).toBe(130);
      expect(await listing(cwd)).toEqual([]);
    });
  }

  for (const { some, tags } of essentialFirst(afterEach.slice(0, 3))) {
    test.each(some)(
      'after Ctrl-D, the end of input, at the prompt %j',
      { tags },
      async (question, before) => {
        const cwd = await emptyFolder();
        const sitting = await sittingAt(question, before, cwd);
        expect(await sitting.types(keys.controlD).ends()).toBe(130);
        expect(await listing(cwd)).toEqual([]);
      },
    );
  }
});

for (const { some, tags } of essentialFirst([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)) {
  test.each(some)('nothing is written after %s at a prompt', { tags }, async (signal, exitCode) => {
    const cwd = await emptyFolder();
    const sitting = await sittingAt('Variant', ['Project folder'], cwd);
    expect(await sitting.receives(signal).ends()).toBe(exitCode);
    expect(await listing(cwd)).toEqual([]);
  });
}
