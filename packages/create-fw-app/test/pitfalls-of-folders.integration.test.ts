import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { createFwApp } from './built-binary.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';
import { essentialFirst } from '../../../test/support/essential-first.ts';

// Each test is named after a pitfall of other generators.

const quietly = ['--yes', '--no-install', '--no-git'];

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

describe('targets', () => {
  const create = async (directory: string, cwd: string, ...flags: string[]): ReturnType<typeof createFwApp> =>
    createFwApp([directory, ...quietly, ...flags], { cwd });
  const nameAt = async (project: string): Promise<string> =>
    (await readJson<{ name: string }>(join(project, 'package.json'))).name;

  test('"." is the current folder', { tags: ['full'] }, async () => {
    const cwd = join(await emptyFolder(), 'here');
    await mkdir(cwd);
    expect((await create('.', cwd)).exitCode).toBe(0);
    expect(await nameAt(cwd)).toBe('here');
  });

  test('an absolute path is not joined to the working directory', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    const project = join(await emptyFolder(), 'my-site');
    expect((await create(project, cwd)).exitCode).toBe(0);
    expect([await nameAt(project), await listing(cwd)]).toEqual(['my-site', []]);
  });

  test('a path with spaces is quoted in the next steps', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    expect((await create('My Sites/My Shop', cwd)).stdout).toContain(`cd 'My Sites/My Shop'`);
    expect(await nameAt(join(cwd, 'My Sites/My Shop'))).toBe('my-shop');
  });

  test('a scoped name is a folder in a folder, and the name of the package', async () => {
    const cwd = await emptyFolder();
    expect((await create('@acme/shop', cwd)).stdout).toContain('The package is named @acme/shop.');
    expect(await nameAt(join(cwd, '@acme/shop'))).toBe('@acme/shop');
  });

  test('a name that npm rejects is changed, with a message', async () => {
    const cwd = await emptyFolder();
    expect((await create('Ünï_Ça', cwd)).stdout).toContain(
      'The package is named uni_ca: npm does not allow "Ünï_Ça" as a name.',
    );
    expect(await nameAt(join(cwd, 'Ünï_Ça'))).toBe('uni_ca');
  });

  test('a name without any permitted character is rejected', async () => {
    const { exitCode, stderr } = await create('x/日本', await emptyFolder());
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The folder name "日本" cannot be used as a package name');
  });

  for (const { some, tags } of essentialFirst(['vitest', 'rou3', 'tsx'])) {
    test.each(some)('the name of a dependency of the project is changed: %s', { tags }, async (name) => {
      const cwd = await emptyFolder();
      expect((await create(name, cwd)).stdout).toContain(`The package is named ${name}-site`);
      expect(await nameAt(join(cwd, name))).toBe(`${name}-site`);
    });
  }

  test(
    'a folder that is not empty is rejected with the names of its entries',
    { tags: ['full'] },
    async () => {
      const cwd = await emptyFolder();
      await writeFiles(cwd, { 'my-site/notes': 'mine', 'my-site/.env': '' });
      const { exitCode, stderr } = await create('my-site', cwd);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('my-site is not empty, it contains .env, notes: ');
      expect(await listing(cwd)).toEqual(['my-site', 'my-site/.env', 'my-site/notes']);
    },
  );

  test('a folder that is not empty is emptied with --overwrite, except for .git', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/notes': 'mine', 'my-site/.git/HEAD': 'ref: refs/heads/mine\n' });
    const { exitCode, stdout } = await createFwApp(
      ['my-site', '--yes', '--no-install', '--git', '--overwrite'],
      { cwd },
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Everything else in the folder is deleted: notes.\nThe .git folder is kept.');
    expect(await listing(join(cwd, 'my-site', '.git'))).toEqual(['HEAD']);
    expect(await listing(join(cwd, 'my-site'))).not.toContain('notes');
    expect(await nameAt(join(cwd, 'my-site'))).toBe('my-site');
  });

  for (const { some, tags } of essentialFirst(['.git', '.git/hooks', '.git/site', '.GIT', 'link'], 2)) {
    test.each(some)(
      'a .git folder, and a folder inside it, is rejected, with --overwrite or without: %s',
      { tags },
      async (directory) => {
        const cwd = await emptyFolder();
        await writeFiles(cwd, { '.git/HEAD': 'ref: refs/heads/mine\n', '.git/hooks/pre-commit': '' });
        await symlink('.git', join(cwd, 'link'));
        const before = await listing(cwd);
        const { exitCode, stderr } = await create(directory, cwd, '--overwrite');
        expect(exitCode).toBe(2);
        expect(stderr).toBe(`${directory} is inside a .git folder: choose another place.`);
        expect(await listing(cwd)).toEqual(before);
      },
    );
  }

  test('a file is rejected, with --overwrite or without', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site': 'mine' });
    for (const flags of [[], ['--overwrite']]) {
      const { exitCode, stderr } = await create('my-site', cwd, ...flags);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('my-site is not a folder');
    }
    expect(await readFile(join(cwd, 'my-site'), 'utf8')).toBe('mine');
  });

  test('a dangling link is rejected', { tags: ['full'] }, async () => {
    const cwd = await emptyFolder();
    await symlink('gone', join(cwd, 'my-site'));
    expect((await create('my-site', cwd)).exitCode).toBe(2);
  });

  test(
    'a folder inside a git repository gets no repository of its own, unless requested',
    { tags: ['full'] },
    async () => {
      const cwd = await emptyFolder();
      await execa('git', ['init', '--quiet'], { cwd });
      const { stdout } = await createFwApp(['one', '--yes', '--no-install'], { cwd });
      expect(stdout).toContain(
        `No git repository is created, because the project is inside the repository ${cwd}.`,
      );
      expect(await readdir(join(cwd, 'one'))).not.toContain('.git');
      expect((await createFwApp(['two', '--yes', '--no-install', '--git'], { cwd })).exitCode).toBe(0);
      expect(await readdir(join(cwd, 'two'))).toContain('.git');
      const outer = await execa('git', ['status', '--porcelain'], { cwd });
      expect(outer.stdout.split('\n')).toEqual(['?? one/', '?? two/']);
    },
  );

  for (const { some, tags } of essentialFirst([
    ['C#', 'The path contains "#", so its tests will fail: Vite cannot handle'],
    ['100%20', 'The path contains "%20", so its tests will fail: Vite'],
    [
      'why?',
      'The path contains "?", so its tests, and with Node 20 npm run dev and fw, will fail: Vite and tsx cannot',
    ],
  ])) {
    test.each(some)(
      'a folder named %s, which the tools of a project do not support, causes a warning',
      { tags },
      async (name, note) => {
        const { stdout } = await create(`${name}/my-site`, await emptyFolder());
        expect(stdout).toContain(note);
      },
    );
  }

  test('a folder inside an npm workspace does not change the workspace, and causes a message', async () => {
    const cwd = await emptyFolder();
    const workspace = '{ "private": true, "workspaces": ["packages/*"] }\n';
    await writeFiles(cwd, { 'package.json': workspace });
    const { stdout } = await create('packages/my-site', cwd);
    expect(stdout).toContain(`The project is inside the workspace ${cwd}`);
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(workspace);
    expect(await readdir(cwd)).toEqual(['package.json', 'packages']);
  });

  test('a project for pnpm inside a workspace is its own workspace, with a message how to join', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'pnpm-workspace.yaml': 'packages:\n  - sites/*\n' });
    const { stdout } = await create('sites/my-site', cwd, '--package-manager', 'pnpm');
    expect(stdout).toContain(
      `The project is inside the workspace ${cwd}, but pnpm installs it separately. To make it part of the workspace, remove its pnpm-workspace.yaml and move allowBuilds to that of the workspace.`,
    );
    const own = await readFile(join(cwd, 'sites/my-site/pnpm-workspace.yaml'), 'utf8');
    expect(own).toMatch('allowBuilds:\n  esbuild: false\n');
    // Bun and Deno would write its packages into package.json.
    expect(own).not.toMatch('packages:');
  });
});
