import { mkdir, readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { layersOf, scaffold } from '../src/scaffold.ts';
import { resolveTarget } from '../src/target.ts';
import { emptyFolder, listing, writeFiles } from './folders.ts';
import { values } from './template-values.ts';

async function templatesWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const templates = await emptyFolder();
  await writeFiles(templates, {
    'app/base/_gitignore': 'node_modules/\n',
    'app/base/package.json.hbs': '{ "name": "{{name}}" }\n',
    'app/base/src/ping.ts': 'base',
    'app/a/src/ping.ts': 'a',
    'app/a-config/config/pipeline.ts': 'a',
    'app/b/src/ping.ts': 'b',
    'app/b-config/config/pipeline.ts': 'b',
    ...files,
  });
  return templates;
}

const site = ['.gitignore', 'config', 'config/pipeline.ts', 'package.json', 'src', 'src/ping.ts'];

describe('a site', () => {
  test.each(['a', 'b'] as const)('is the base with variant %s over it', async (variant) => {
    const cwd = await emptyFolder();
    const target = await resolveTarget('my-site', cwd);
    const files = await scaffold(target, await templatesWith(), { ...values, variant });
    expect(files.toSorted()).toEqual(['.gitignore', 'config/pipeline.ts', 'package.json', 'src/ping.ts']);
    expect(await listing(target.path)).toEqual(site);
    expect(await readFile(join(target.path, 'src/ping.ts'), 'utf8')).toBe(variant);
    expect(await listing(cwd)).toEqual(['my-site', ...site.map((path) => `my-site/${path}`)]);
  });

  test('is laid down below folders that were missing', async () => {
    const cwd = await emptyFolder();
    await scaffold(await resolveTarget('x/y/my-site', cwd), await templatesWith(), values);
    expect(await listing(join(cwd, 'x/y'))).toEqual(['my-site', ...site.map((path) => `my-site/${path}`)]);
  });

  test('is laid down in a folder that exists, beside its .git', async () => {
    const cwd = await emptyFolder();
    await writeFiles(cwd, { '.git/HEAD': 'ref: refs/heads/main\n' });
    await scaffold(await resolveTarget('.', cwd), await templatesWith(), values);
    expect(await listing(cwd)).toEqual(['.git', '.git/HEAD', ...site]);
    expect(await readFile(join(cwd, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });

  test('has the access rights of a folder made by hand', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'by-hand'));
    await scaffold(await resolveTarget('my-site', cwd), await templatesWith(), values);
    expect((await stat(join(cwd, 'my-site'))).mode).toBe((await stat(join(cwd, 'by-hand'))).mode);
  });
});

describe('the layers of a site', () => {
  test.each([
    ['a', 'config', 'path-to-regexp', ['base', 'a', 'a-config']],
    ['b', 'hybrid', 'find-my-way', ['base', 'b', 'b-config', 'b-hybrid', 'router-find-my-way']],
    ['b', 'programmatic', 'rou3', ['base', 'b', 'b-programmatic', 'router-rou3']],
  ] as const)('are those of its variant, form and router: %s, %s, %s', (variant, form, router, layers) => {
    expect(layersOf({ variant, form, router })).toEqual(layers);
  });
});

describe('nothing is left behind', () => {
  const broken = { 'app/b/z.md.hbs': '{{missing}}' };

  test.each(['my-site', 'x/y/my-site', '.'])('when a template fails, in %s', async (directory) => {
    const cwd = await emptyFolder();
    const target = await resolveTarget(directory, cwd);
    await expect(scaffold(target, await templatesWith(broken), values)).rejects.toThrow('z.md.hbs');
    expect(await listing(cwd)).toEqual([]);
  });

  test.each(['x/my-site', '.'])('when it is cancelled half way, in %s', async (directory) => {
    const cwd = await emptyFolder();
    const target = await resolveTarget(directory, cwd);
    const cancellation = new AbortController();
    const cancelling = {
      ...values,
      get name() {
        cancellation.abort(new Error('cancelled'));
        return 'my-site';
      },
    };
    const laid = scaffold(target, await templatesWith(), cancelling, cancellation.signal);
    await expect(laid).rejects.toThrow('cancelled');
    expect(await listing(cwd)).toEqual([]);
  });

  test('but what somebody else has put there meanwhile', async () => {
    const cwd = await emptyFolder();
    const target = await resolveTarget('x/my-site', cwd);
    await writeFiles(cwd, { 'x/my-site/notes': '' });
    await expect(scaffold({ ...target, missingParents: [] }, await templatesWith(), values)).rejects.toThrow(
      'ENOTEMPTY',
    );
    expect(await listing(cwd)).toEqual(['x', 'x/my-site', 'x/my-site/notes']);
  });

  test('where the folder above has gone meanwhile', async () => {
    const cwd = await emptyFolder();
    await mkdir(join(cwd, 'x'));
    const target = await resolveTarget('x/my-site', cwd);
    await rmdir(join(cwd, 'x'));
    await expect(scaffold(target, await templatesWith(), values)).rejects.toThrow('ENOENT');
    expect(await listing(cwd)).toEqual([]);
  });
});
