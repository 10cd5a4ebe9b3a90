import { expect, test } from 'vitest';
import { Change, SnippetError } from '../../../src/generate/engine/change.ts';
import { GENERATORS } from '../../../src/generate/generators.ts';
import { projectWith } from '../../project-with.ts';

const generator = GENERATORS.find(({ kind }) => kind === 'generator');

/** The files that `fw generate generator --name page` writes into a project with some files. */
async function planned(files?: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const project = await projectWith(files);
  const change = new Change(project.root);
  await generator?.plan(project, { name: 'page' }, change);
  return Object.fromEntries(change.finish().map(({ path, after }) => [path, after]));
}

test('the first generator of a project has its plopfile, template, test and engine', async () => {
  const files = await planned();

  expect(Object.keys(files).toSorted()).toEqual([
    'package.json',
    'plopfile.ts',
    'templates/page.ts.hbs',
    'test/page-generator.test.ts',
  ]);
  expect(files['plopfile.ts']).toContain("  plop.setGenerator('page', {\n");
  expect(files['plopfile.ts']).toContain("path: 'src/page/{{dashCase name}}.ts',");
  expect(files['templates/page.ts.hbs']).toContain('export function {{camelCase name}}(): string {');
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
    devDependencies: { 'node-plop': '^0.32.3' },
  });
});

test('the same command again changes nothing', async () => {
  expect(await planned(await planned())).toEqual({});
});

test.each(['plopfile.ts', 'plopfile.js'])(
  'an existing %s is not overwritten: the error has the lines to add',
  async (plopfile) => {
    const error = await planned({ [plopfile]: 'export default () => {};\n' }).catch(
      (error: unknown) => error,
    );

    expect(error).toBeInstanceOf(SnippetError);
    expect((error as SnippetError).message).toMatch(
      `${plopfile} exists already, and fw doesn't edit it.\nNothing was written. To do it by hand:`,
    );
    expect((error as SnippetError).message).toContain(
      `Add this to ${plopfile}:\n\n  plop.setGenerator('page', {\n    description:`,
    );
    expect((error as SnippetError).files).toEqual([
      { path: 'templates/page.ts.hbs', content: expect.any(String) },
      {
        path: 'test/page-generator.test.ts',
        content: expect.stringContaining(`import define from '../${plopfile}';`),
      },
    ]);
  },
);

test.each(['route', 'generator'])('the name %s is rejected, because fw has that generator', async (name) => {
  const [question] = generator?.questions ?? [];

  expect(await question?.validate?.(name, {}, await projectWith())).toBe(
    `"${name}" is a generator of fw: choose another name.`,
  );
});
