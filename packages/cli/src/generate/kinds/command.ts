import { printCode, RESERVED_WORDS } from '../../edit/code.ts';
import { libraryFor, schemaQuestion } from '../contract/contract-questions.ts';
import { type Field, fieldsIn, validateFields, validateFlatFields } from '../contract/fields.ts';
import { GENERATED_STYLE } from '../contract/print-object.ts';
import { bodySamples } from '../contract/samples.ts';
import { featureQuestion, servicesQuestion } from '../engine/common-questions.ts';
import type { Generator } from '../engine/generator.ts';
import { camelCase, kebabCase, pascalCase, sentenceCase } from '../engine/names.ts';
import { requirePackages } from '../engine/installation.ts';
import { addCommand, COMMANDS_FILE } from './command-program.ts';
import { makeClass } from '../engine/make-class.ts';
import { fwCommand } from '../../project/typed-command.ts';

const EXAMPLE_FLAGS = 'file:string, dryRun:boolean';

export const command: Generator = {
  kind: 'command',
  summary: 'Generate a command for the terminal and for cron, with a test',
  rejection: ({ target }) =>
    target === 'workers' ? '"command" needs processes, which Cloudflare Workers doesn\'t have' : undefined,
  questions: [
    {
      name: 'name',
      positional: true,
      placeholder: '<name>',
      message: 'Name, as in import-posts or posts:import',
      help: 'the name of the command, as in import-posts or posts:import',
      validate: rejectName,
    },
    {
      name: 'flags',
      placeholder: '<fields>',
      message: 'Flags, as in file:string (none: leave empty)',
      help: `the flags, as in '${EXAMPLE_FLAGS}'`,
      separator: ',',
      initial: () => '',
      validate: rejectFlags,
    },
    schemaQuestion('flags'),
    servicesQuestion,
    featureQuestion,
  ],
  installs: true,
  examples: [`command import-posts --flags '${EXAMPLE_FLAGS}' --services Posts`, 'command sessions:purge'],

  async plan(project, answers, change) {
    const { name = '' } = answers;
    const flags = flagsIn(answers['flags']);
    const library = flags.length === 0 ? undefined : libraryFor(project, answers);
    if (library !== undefined) requirePackages(change, library.packages);
    const exported = constantOf(name);
    const created = await makeClass(
      project,
      change,
      { ...answers, class: pascalCase(name) },
      {
        exported,
        source: 'command/command.ts',
        folder: 'command',
        imports: [],
        uses: [
          { name: 'command', from: 'fw-runtime/command' },
          ...[library?.imported, library?.flagImport].filter((item) => item !== undefined),
        ],
        values: {
          name,
          summary: sentenceCase(name),
          flags: library?.flags(flags),
          sample: printCode(bodySamples(flags).good, GENERATED_STYLE, '  '),
        },
      },
    );
    const isNew = change.read(COMMANDS_FILE)?.includes(created.module) !== true;
    await addCommand(change, exported, { name: exported, from: created.module });
    return { services: created.services, notes: isNew ? [`Run it: ${fwCommand()} run ${name} --help`] : [] };
  },
};

const NAME = /^[a-z][a-z\d]*(?:[-:][a-z\d]+)*$/;

function rejectName(name: string): string | undefined {
  if (NAME.test(name)) return undefined;
  const better = kebabCase(name);
  const hint = NAME.test(better) ? `, as in ${better}` : '';
  return `"${name}" is not the name of a command: use small letters and digits, with "-" or ":" between words${hint}.`;
}

/** The flags every command has. */
const COMMON_FLAGS = new Set(['json', 'help']);

function rejectFlags(text: string): string | undefined {
  const flags = flagsIn(text);
  const common = flags.find(({ name }) => COMMON_FLAGS.has(name));
  const twice = flags.find(({ name }, index) => flags.findIndex((other) => other.name === name) !== index);
  return (
    validateFields(text) ??
    validateFlatFields(flags, 'a command line') ??
    (common && `Every command has the flag --${common.name}: choose another name.`) ??
    (twice && `"${twice.name}" is named twice: name each flag once.`)
  );
}

/** The flags with the names of their keys, also for names such as `dry-run`. */
function flagsIn(text: string | undefined): Field[] {
  return fieldsIn(text).map((field) => ({ ...field, name: camelCase(field.name) }));
}

/** Names that the generated files use themselves. */
const TAKEN = new Set([
  'command',
  'commands',
  'container',
  'createContainer',
  'expect',
  'result',
  'test',
  'v',
  'z',
]);

function constantOf(name: string): string {
  const constant = camelCase(name);
  return RESERVED_WORDS.has(constant) || TAKEN.has(constant) ? `${constant}Command` : constant;
}
