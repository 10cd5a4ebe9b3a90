import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFwApp } from './built-binary.ts';
import { fakeProgram } from '../../command-line/test/programs.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

const everything = ['--variant', 'a', '--form', 'programmatic', '--router', 'rou3'];

describe('--json', () => {
  test('prints what was created and the next commands, and nothing else', async () => {
    const cwd = await emptyFolder();
    const flags = [...everything, '--no-install', '--no-git', '--json'];
    const { exitCode, stdout, stderr } = await createFwApp(['my-site', ...flags], { cwd });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const project = JSON.parse(stdout);
    expect(project).toMatchObject({
      plan: {
        folder: join(cwd, 'my-site'),
        name: 'my-site',
        variant: 'a',
        form: 'programmatic',
        router: 'rou3',
        target: 'node',
        packageManager: 'npm',
        install: false,
        git: false,
        removed: [],
      },
      notes: [],
      written: true,
      installed: false,
      repository: false,
      next: ['cd my-site', 'npm install', 'npm run dev'],
      url: 'http://localhost:8080/',
      replay: expect.stringMatching(
        /^npm create fw-app@\S+ my-site -- --variant a --form programmatic --router rou3 --no-install --no-git --yes$/,
      ),
    });
    expect(await listing(join(cwd, 'my-site'))).toEqual(expect.arrayContaining(project.files));
  });

  test.each([
    [['my-site'], [{ flag: '--variant', choices: ['a', 'b'] }]],
    [
      ['--form', 'config'],
      [
        { argument: '<folder>', example: 'my-site' },
        { flag: '--variant', choices: ['a', 'b'] },
      ],
    ],
  ])('prints the missing answers: %j', async (args, needs) => {
    const cwd = await emptyFolder();
    const { exitCode, stdout, stderr } = await createFwApp([...args, '--json'], { cwd });
    expect({ exitCode, answer: JSON.parse(stdout) }).toEqual({
      exitCode: 2,
      answer: { error: stderr, needs },
    });
    expect(await listing(cwd)).toEqual([]);
  });

  for (const { some, tags } of essentialFirst([
    [['my-site', '--variant', 'c', '--json'], 'Unknown variant "c": choose a or b.'],
    [['--json', '--nope'], 'Unknown flag --nope: see --help for the flags.'],
    [['taken', '--yes', '--json'], 'taken is not a folder: choose a new name, or an empty folder.'],
  ])) {
    test.each(some)('prints the error: %j', { tags }, async (args, error) => {
      const cwd = await emptyFolder();
      await writeFiles(cwd, { taken: '' });
      const { exitCode, stdout, stderr } = await createFwApp(args, { cwd });
      expect({ exitCode, stderr, answer: JSON.parse(stdout) }).toEqual({
        exitCode: 2,
        stderr: error,
        answer: { error },
      });
    });
  }

  test('prints the created project with the error if the installation fails', async () => {
    const cwd = await emptyFolder();
    const env = await fakeProgram('npm', `console.error('npm error the disk is full'); process.exit(1)`);
    const { exitCode, stdout } = await createFwApp(['my-site', '--yes', '--no-git', '--json'], { cwd, env });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: expect.stringContaining('npm install failed (the disk is full)'),
      written: true,
      installed: false,
      next: ['cd my-site', 'npm install', 'npm run dev'],
    });
  });
});

describe('--dry-run', () => {
  test('shows the tree and the command that writes it, and writes nothing', async () => {
    const cwd = await emptyFolder();
    const { exitCode, stdout } = await createFwApp(['x/my-site', ...everything, '--dry-run'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      'Would create my-site, a project with variant A, layout programmatic, router rou3: ',
    );
    expect(stdout).toContain(
      '\nx/my-site\n├── .fw/\n│   ├── manifest.json\n│   └── types/\n│       ├── routes.d.ts\n│       └── services.d.ts\n├── .gitignore\n',
    );
    expect(stdout).toContain('│   └── routes.ts\n');
    expect(stdout).toContain('Nothing was written.');
    expect(await listing(cwd)).toEqual([]);
  });

  test('prints the same as JSON, also for a folder that would be emptied', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { notes: '' });
    const { stdout } = await createFwApp(['.', '--yes', '--overwrite', '--dry-run', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      written: false,
      installed: false,
      plan: { removed: ['notes'] },
    });
    expect(await listing(cwd)).toEqual(['notes']);
  });
});
