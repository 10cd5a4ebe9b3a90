import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { layTemplates } from '../src/template-set.ts';
import { emptyFolder, listing, writeFiles } from './folders.ts';
import { values } from './template-values.ts';

type Files = Readonly<Record<string, string>>;

async function layDown(...layers: Files[]): Promise<{ into: string; paths: string[] }> {
  const folders: string[] = [];
  for (const files of layers) {
    const folder = await emptyFolder();
    await writeFiles(folder, files);
    folders.push(folder);
  }
  const into = await emptyFolder();
  return { into, paths: await layTemplates(folders, into, values) };
}

const read = (folder: string, path: string): Promise<string> => readFile(join(folder, path), 'utf8');

describe('a template set', () => {
  test('is laid down with its folders, and tells the paths', async () => {
    const { into, paths } = await layDown({ 'README.md': '# x', 'src/ping/ping.ts': 'export {};' });
    expect(await listing(into)).toEqual(['README.md', 'src', 'src/ping', 'src/ping/ping.ts']);
    expect(paths.toSorted()).toEqual(['README.md', 'src/ping/ping.ts']);
  });

  test('gives names that begin with _ a dot, and keeps one _ of two', async () => {
    const { into } = await layDown({
      _gitignore: 'a',
      '_config/_x.json': 'b',
      '__tests__/__x': 'c',
      a_b: 'd',
    });
    expect(await listing(into)).toEqual([
      '.config',
      '.config/.x.json',
      '.gitignore',
      '_tests__',
      '_tests__/_x',
      'a_b',
    ]);
  });

  test('renders what ends in .hbs, without escaping', async () => {
    const { into } = await layDown({
      'README.md.hbs': '{{name}} <{{title}}> {{variantUpper}}{{#if name}}!{{/if}}\r\n',
    });
    expect(await listing(into)).toEqual(['README.md']);
    expect(await read(into, 'README.md')).toBe(`my-site <Bob's "Site" & co> B!\r\n`);
  });

  test('copies everything else byte for byte', async () => {
    const { into } = await layDown({ 'x.ts': 'const s = `{{name}} ${a}`;\r\n\t\u{feff}' });
    expect(await read(into, 'x.ts')).toBe('const s = `{{name}} ${a}`;\r\n\t\u{feff}');
  });

  test('puts a file of a later layer in the place of an earlier one, rendered or not', async () => {
    const { into } = await layDown(
      { 'src/a.ts': 'base', 'src/b.ts': 'base', 'c.md.hbs': 'base' },
      { 'src/a.ts': 'variant', 'c.md': 'variant' },
    );
    expect(await listing(into)).toEqual(['c.md', 'src', 'src/a.ts', 'src/b.ts']);
    expect(await read(into, 'src/a.ts')).toBe('variant');
    expect(await read(into, 'src/b.ts')).toBe('base');
    expect(await read(into, 'c.md')).toBe('variant');
  });

  test.each([
    [{ 'x.md.hbs': '{{nmae}}' }, /x\.md\.hbs cannot be rendered: "nmae" not defined/],
    [{ 'x.md.hbs': '{{#if name}}' }, /x\.md\.hbs cannot be rendered: Parse error on line 1/],
    [{ 'package.json.hbs': '{ "name": {{name}} }' }, /package\.json\.hbs cannot be rendered: .*JSON/],
    [{ 'package.json.hbs': '{"title": "{{title}}"}' }, /package\.json\.hbs cannot be rendered: .*JSON/],
    [{ 'x.md': '', 'x.md.hbs': '' }, /both laid down as x\.md: remove one/],
    [{ _x: '', '.x': '' }, /both laid down as \.x: remove one/],
  ])('fails and names the template: %j', async (files, message) => {
    await expect(layDown(files as Files)).rejects.toThrow(message);
  });
});
