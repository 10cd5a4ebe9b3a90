import { mkdir, readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scaffold } from '../src/scaffold.ts';
import { resolveFolder } from '../src/project-folder.ts';
import type { ProjectFiles } from '../src/template-set.ts';
import { emptyFolder, listing, writeFiles } from '../../command-line/test/folders.ts';

const files: ProjectFiles = new Map(
  Object.entries({ '.gitignore': 'dist/', 'package.json': '{}', 'src/ping.ts': 'new' }).map(
    ([path, text]) => [path, Buffer.from(text)],
  ),
);
const project = ['.gitignore', 'package.json', 'src', 'src/ping.ts'];

/** Files of which the last can't be written, because its folder is a file. */
const unwritable: ProjectFiles = new Map([...files, ['src/ping.ts/x', Buffer.from('')]]);

/** Files that cancel the work when the second one is reached. */
function cancelling(cancellation: AbortController): ProjectFiles {
  return new (class extends Map<string, Uint8Array> {
    override *[Symbol.iterator](): MapIterator<[string, Uint8Array]> {
      for (const [index, file] of [...files].entries()) {
        if (index === 1) cancellation.abort(new Error('cancelled'));
        yield file;
      }
    }
  })();
}

describe('a project', () => {
  test('is created in a new folder, and nothing beside it', async () => {
    const cwd = await emptyFolder();
    const target = await resolveFolder('my-site', cwd);
    await scaffold(target, files);
    expect(await listing(cwd)).toEqual(['my-site', ...project.map((path) => `my-site/${path}`)]);
    expect(await readFile(join(target.path, 'src/ping.ts'), 'utf8')).toBe('new');
  });

  test('is created below missing folders', async () => {
    const cwd = await emptyFolder();
    await scaffold(await resolveFolder('x/y/my-site', cwd), files);
    expect(await listing(join(cwd, 'x/y'))).toEqual(['my-site', ...project.map((path) => `my-site/${path}`)]);
  });

  test('is created in an existing folder, beside its .git', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { '.git/HEAD': 'ref: refs/heads/main\n' });
    await scaffold(await resolveFolder('.', cwd), files);
    expect(await listing(cwd)).toEqual(['.git', '.git/HEAD', ...project]);
    expect(await readFile(join(cwd, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  test('replaces everything except .git, if permitted', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { '.git/HEAD': 'x', 'src/ping.ts': 'old', 'src/pong.ts': 'old', notes: '' });
    await scaffold(await resolveFolder('.', cwd, true), files);
    expect(await listing(cwd)).toEqual(['.git', '.git/HEAD', ...project]);
    expect(await readFile(join(cwd, 'src/ping.ts'), 'utf8')).toBe('new');
  });

  test('has the permissions of a folder created by mkdir', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'by-hand'));
    await scaffold(await resolveFolder('my-site', cwd), files);
    expect((await stat(join(cwd, 'my-site'))).mode).toBe((await stat(join(cwd, 'by-hand'))).mode);
  });
});

describe('nothing is left', () => {
  test.each(['my-site', 'x/y/my-site', '.'])('if a file cannot be written, in %s', async (directory) => {
    const cwd = await emptyFolder();
    const target = await resolveFolder(directory, cwd);
    await expect(scaffold(target, unwritable)).rejects.toThrow('src/ping.ts');
    expect(await listing(cwd)).toEqual([]);
  });

  test.each(['x/my-site', '.'])('if it is cancelled half way, in %s', async (directory) => {
    const cwd = await emptyFolder();
    const target = await resolveFolder(directory, cwd);
    const cancellation = new AbortController();
    const scaffolded = scaffold(target, cancelling(cancellation), cancellation.signal);
    await expect(scaffolded).rejects.toThrow('cancelled');
    expect(await listing(cwd)).toEqual([]);
  });

  test('and moved files are restored if one of them cannot be moved', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { '.git/HEAD': 'x', notes: 'mine', 'src/ping.ts': 'old' });
    const before = await listing(cwd);
    const target = await resolveFolder('.', cwd, true);
    const gone = { ...target, inTheWay: [...target.inTheWay, 'gone'] };
    await expect(scaffold(gone, files)).rejects.toThrow('ENOENT');
    expect(await listing(cwd)).toEqual(before);
    expect(await readFile(join(cwd, 'src/ping.ts'), 'utf8')).toBe('old');
  });

  test('except for files that another process has added meanwhile', async () => {
    const cwd = await emptyFolder();
    const target = await resolveFolder('x/my-site', cwd);
    await writeFiles(cwd, { 'x/my-site/notes': '' });
    await expect(scaffold({ ...target, missingParents: [] }, files)).rejects.toThrow('ENOTEMPTY');
    expect(await listing(cwd)).toEqual(['x', 'x/my-site', 'x/my-site/notes']);
  });

  test('if the parent folder is removed meanwhile', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'x'));
    const target = await resolveFolder('x/my-site', cwd);
    await rmdir(join(cwd, 'x'));
    await expect(scaffold(target, files)).rejects.toThrow('ENOENT');
    expect(await listing(cwd)).toEqual([]);
  });
});
