import { type Change, SnippetError } from '../engine/change.ts';
import type { Generator } from '../engine/generator.ts';
import { validateFileName } from '../engine/names.ts';
import { PLOP, requirePackages } from '../engine/installation.ts';
import { render } from '../engine/render.ts';
import { fwCommandOf } from '#command-line/fw-file';
import { fwCommand } from '../../project/typed-command.ts';

const PLOPFILES = ['plopfile.ts', 'plopfile.js'];

/**
 * Generates the first generator of a project.
 *
 * @param taken the names of the other generators, which a plopfile can't have
 */
export function generatorOfGenerators(taken: readonly string[]): Generator {
  return {
    kind: 'generator',
    summary: 'Generate a generator of the project, with a test',
    questions: [
      {
        name: 'name',
        placeholder: '<name>',
        message: 'Name, as in page',
        help: 'the name of the generator, as in page',
        validate: (name) =>
          [...taken, 'generator'].includes(name)
            ? `"${name}" is a generator of fw: choose another name.`
            : validateFileName(name),
      },
    ],
    installs: true,
    examples: ['generator --name page'],

    async plan(project, { name = '' }, change) {
      const existing = PLOPFILES.find((file) => change.read(file) !== undefined);
      const plopfile = existing ?? 'plopfile.ts';
      const template = `templates/${name}.ts.hbs`;
      const isNew = change.read(template) === undefined;
      const values = { name, plopfile, template, fw: fwCommandOf(project) };
      const files = [
        { path: template, content: await render('generator/file', values) },
        { path: `test/${name}-generator.test.ts`, content: await render('generator/test.ts', values) },
      ];
      const generator = (await render('generator/generator.ts', values)).trimEnd();
      if (existing === undefined) {
        const content = await render('generator/plopfile.ts', { ...values, generator });
        files.push({ path: plopfile, content });
      } else rejectOther(change, existing, name, files, generator);
      requirePackages(change, PLOP, 'devDependencies');
      for (const { path, content } of files) change.create(path, content);
      return { notes: isNew ? [`Run it: ${fwCommand()} generate ${name}`] : [] };
    },
  };
}

/** @throws SnippetError with the lines to add, when a plopfile lacks the generator */
function rejectOther(
  change: Change,
  plopfile: string,
  name: string,
  files: SnippetError['files'],
  generator: string,
): void {
  if (change.read(plopfile)?.includes(`setGenerator('${name}'`)) return;
  const snippet = generator.replaceAll(/^ {2}/gm, '');
  throw new SnippetError(
    files,
    [{ file: plopfile, snippet }],
    `${plopfile} exists already, and fw doesn't edit it.`,
  );
}
