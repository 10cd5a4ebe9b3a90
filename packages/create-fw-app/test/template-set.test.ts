import { describe, expect, test } from 'vitest';
import { renderTemplates } from '../src/template-set.ts';
import { emptyFolder, writeFiles } from '../../command-line/test/folders.ts';
import { values } from './template-values.ts';

type Files = Readonly<Record<string, string>>;

async function render(...layers: Files[]): Promise<Record<string, string>> {
  const folders: string[] = [];
  for (const files of layers) {
    const folder = await emptyFolder();
    await writeFiles(folder, files);
    folders.push(folder);
  }
  const files = await renderTemplates(folders, values);
  return Object.fromEntries([...files].map(([path, content]) => [path, Buffer.from(content).toString()]));
}

describe('a template set', () => {
  test('is rendered with its folders, sorted by path', async () => {
    const files = await render({ 'src/ping/ping.ts': 'export {};', 'README.md': '# x' });
    expect(Object.entries(files)).toEqual([
      ['README.md', '# x'],
      ['src/ping/ping.ts', 'export {};'],
    ]);
  });

  test('replaces a leading _ in names by a dot, and keeps one _ of two', async () => {
    const files = await render({ _gitignore: 'a', '_config/_x.json': 'b', '__tests__/__x': 'c', a_b: 'd' });
    expect(Object.keys(files)).toEqual(['.config/.x.json', '.gitignore', '_tests__/_x', 'a_b']);
  });

  test('renders files that end in .hbs, without HTML escaping', async () => {
    const files = await render({
      'README.md.hbs': '{{name}} <{{title}}> {{variantUpper}}{{#if name}}!{{/if}}\r\n',
    });
    expect(files).toEqual({ 'README.md': `my-site <Bob's "Site" & co> B!\r\n` });
  });

  test('copies everything else byte for byte', async () => {
    const source = 'const s = `{{name}} ${a}`;\r\n\t\u{feff}';
    expect(await render({ 'x.ts': source })).toEqual({ 'x.ts': source });
  });

  test('lets a later layer replace a file of an earlier layer, rendered or not', async () => {
    const files = await render(
      { 'src/a.ts': 'base', 'src/b.ts': 'base', 'c.md.hbs': 'base' },
      { 'src/a.ts': 'variant', 'c.md': 'variant' },
    );
    expect(files).toEqual({ 'c.md': 'variant', 'src/a.ts': 'variant', 'src/b.ts': 'base' });
  });

  test.each([
    [{ 'x.md.hbs': '{{nmae}}' }, /x\.md\.hbs cannot be rendered: "nmae" not defined/],
    [{ 'x.md.hbs': '{{#if name}}' }, /x\.md\.hbs cannot be rendered: Parse error on line 1/],
    [{ 'package.json.hbs': '{ "name": {{name}} }' }, /package\.json\.hbs cannot be rendered: .*JSON/],
    [{ 'package.json.hbs': '{"title": "{{title}}"}' }, /package\.json\.hbs cannot be rendered: .*JSON/],
    [{ 'x.md': '', 'x.md.hbs': '' }, /both create x\.md: remove one/],
    [{ _x: '', '.x': '' }, /both create \.x: remove one/],
  ])('fails and names the template: %j', async (files, message) => {
    await expect(render(files as Files)).rejects.toThrow(message);
  });
});
