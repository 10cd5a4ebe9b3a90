import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { resolveFolder } from '../src/project-folder.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';

describe('the target', () => {
  test('may be a new folder', async () => {
    const cwd = await emptyFolder();
    expect(await resolveFolder('my-site', cwd)).toEqual({
      directory: 'my-site',
      path: join(cwd, 'my-site'),
      title: 'my-site',
      packageName: { name: 'my-site', note: undefined },
      exists: false,
      inTheWay: [],
      missingParents: [],
      repository: undefined,
      workspace: undefined,
    });
  });

  test.each(['con', 'NUL', 'com1', 'aux.site', 'my-site.', 'my-site ', 'prn/my-site'])(
    'may not have a name that Windows cannot check out: "%s"',
    async (directory) => {
      const cwd = await emptyFolder();
      await expect(resolveFolder(directory, cwd)).rejects.toThrow(
        /^The folder name ".*Windows.*: choose another name\.$/,
      );
      await mkdir(join(cwd, directory), { recursive: true });
      expect(await resolveFolder(directory, cwd)).toMatchObject({ exists: true });
    },
  );

  test('may be below missing folders, which are not created yet', async () => {
    const cwd = await emptyFolder();
    const { path, missingParents } = await resolveFolder('sites/2030/my-site/', cwd);
    expect(path).toBe(join(cwd, 'sites', '2030', 'my-site'));
    expect(missingParents).toEqual([join(cwd, 'sites'), join(cwd, 'sites', '2030')]);
    expect(await listing(cwd)).toEqual([]);
  });

  test('may be an absolute path', async () => {
    const cwd = await emptyFolder();
    const elsewhere = join(await emptyFolder(), 'my-site');
    expect((await resolveFolder(elsewhere, cwd)).path).toBe(elsewhere);
  });

  test('may be the current folder, and has its name', async () => {
    const cwd = join(await emptyFolder(), 'here');
    await mkdir(cwd);
    expect(await resolveFolder('.', cwd)).toMatchObject({ path: cwd, title: 'here', exists: true });
  });

  test('may contain only .git', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/.git/HEAD': 'ref: refs/heads/main\n' });
    expect((await resolveFolder('my-site', cwd)).exists).toBe(true);
  });

  test('may be a link to an empty folder', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'real'));
    await symlink('real', join(cwd, 'link'));
    expect((await resolveFolder('link', cwd)).exists).toBe(true);
  });

  test.each([
    [{ 'my-site': '' }, 'my-site', 'my-site is not a folder: choose a new name, or an empty folder.'],
    [
      { 'my-site/.git/HEAD': '', 'my-site/.env': '', 'my-site/a': '' },
      'my-site',
      'my-site is not empty, it contains .env, a: choose a new or empty folder, or pass --overwrite to remove everything in it but .git.',
    ],
    [
      { '1': '', '2': '', '3': '', '4': '', '5': '', '6': '', '7': '' },
      '.',
      'This folder is not empty, it contains 1, 2, 3, 4, 5 and 2 more: choose a new or empty folder, or pass --overwrite to remove everything in it but .git.',
    ],
  ])('is rejected if it contains other files: %j', async (files, directory, sentence) => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, files);
    await expect(resolveFolder(directory, cwd)).rejects.toMatchObject({ message: sentence, exitCode: 2 });
  });

  test('is emptied except for .git if requested, and only then', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { 'my-site/.git/HEAD': '', 'my-site/b/c': '', 'my-site/.env': '' });
    expect((await resolveFolder('my-site', cwd, true)).inTheWay).toEqual(['.env', 'b']);
    expect((await resolveFolder('new', cwd, true)).inTheWay).toEqual([]);
    expect(await listing(join(cwd, 'my-site'))).toEqual(['.env', '.git', '.git/HEAD', 'b', 'b/c']);
  });

  test.each(['..', '../..'])('is not emptied if the current folder is inside it: %s', async (directory) => {
    const folder = await emptyFolder();
    await writeFiles(folder, { 'x/y/notes': '' });
    await expect(resolveFolder(directory, join(folder, 'x/y'), true)).rejects.toThrow(
      `${directory} is your home folder or contains the current folder, so it is not emptied`,
    );
  });

  test('is not emptied if it is the home folder', async () => {
    const home = await emptyFolder();
    await writeFiles(home, { notes: '' });
    vi.stubEnv('HOME', home);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(resolveFolder('.', home, true)).rejects.toThrow('is your home folder');
  });

  test('has the repository and the workspace that contain it', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { '.git/HEAD': '', 'package.json': '{"workspaces":["packages/*"]}' });
    const { repository, workspace } = await resolveFolder('packages/my-site', cwd);
    expect({ repository, workspace }).toEqual({ repository: cwd, workspace: cwd });
    await writeFiles(cwd, { 'inner/.git': 'gitdir: elsewhere', 'inner/pnpm-workspace.yaml': '' });
    const inner = join(cwd, 'inner');
    expect(await resolveFolder('inner/my-site', cwd)).toMatchObject({ repository: inner, workspace: inner });
  });

  test('is rejected below a file', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { notes: '' });
    await expect(resolveFolder('notes/2030/my-site', cwd)).rejects.toThrow(
      `${join(cwd, 'notes')} is not a folder: choose another place.`,
    );
  });

  test('is rejected if it is a dangling link', async () => {
    const cwd = await emptyFolder();
    await symlink('gone', join(cwd, 'my-site'));
    await expect(resolveFolder('my-site', cwd)).rejects.toThrow('my-site is not a folder');
  });
});
