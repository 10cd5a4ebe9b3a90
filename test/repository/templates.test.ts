import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProjectLayout, Variant } from '../../packages/command-line/src/choices.ts';
import { TEMPLATES_FOLDER as generators } from '../../packages/cli/src/package-info.ts';
import { TEMPLATES_FOLDER } from '../../packages/create-fw-app/src/package-info.ts';
import { layersOf } from '../../packages/create-fw-app/src/layers.ts';
import { renderTemplates } from '../../packages/create-fw-app/src/template-set.ts';
import { values } from '../../packages/create-fw-app/test/template-values.ts';

const variants: Variant[] = ['a', 'b'];
const forms: ProjectLayout[] = ['config', 'hybrid', 'programmatic'];
const projects = variants.flatMap((variant) => forms.map((form) => ({ variant, form })));

test('no template writes a route as a plain object, and only the template of an application has a factory', async () => {
  const folders = [TEMPLATES_FOLDER, generators];
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const long = /allowed_methods|ContainerInterface|create\(container/;

  expect(files.length).toBeGreaterThan(50);
  expect(
    files.filter((_file, index) => long.test(texts[index] ?? '')),
    'write routes as route(…) and handlers as inject(…) in these templates',
  ).toEqual([join(generators, 'app', 'application.ts.hbs')]);
});

test.each(projects)(
  'a project with variant $variant, layout $form, has no duplicate text',
  async ({ variant, form }) => {
    const shape = {
      ...values,
      variant,
      form,
      variantA: variant === 'a',
      hybrid: form === 'hybrid',
      programmatic: form === 'programmatic',
    };
    const layers = layersOf(shape).map((layer) => join(TEMPLATES_FOLDER, layer));
    const files = await renderTemplates(layers, shape);
    const said = new Map<string, string[]>();
    for (const [path, content] of files) {
      // One of each pair is a copy for other machines.
      if (path.endsWith('.example')) continue;
      for (const sentence of sentencesOf(path, Buffer.from(content).toString())) {
        said.set(sentence, [...(said.get(sentence) ?? []), path]);
      }
    }

    expect(said.size).toBeGreaterThan(30);
    expect(
      [...said].filter(([, paths]) => paths.length > 1),
      'keep each of these sentences in one file only; the templates of projects are in templates/app',
    ).toEqual([]);
  },
);

/** The lines of prose: those of Markdown outside of its code, and comments elsewhere. */
function sentencesOf(path: string, text: string): string[] {
  const prose = path.endsWith('.md')
    ? text.replace(/^```[^]*?^```/gm, '').split('\n')
    : Array.from(text.matchAll(/^\s*(?:\/\/|#|\/?\*+) (.+)$/gm), ([, line = '']) => line);
  return prose.map((line) => line.trim()).filter((line) => line.split(' ').length > 3);
}
